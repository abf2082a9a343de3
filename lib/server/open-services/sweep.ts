import type { Database } from "#db/client.ts";
import { deleteExcessServiceAnswers, deleteOldServiceAnswers } from "#db/queries/open-services.ts";
import { deletePlaceSearches } from "#db/queries/places.ts";

/** The most cached answers, of some kilobytes each; those that are valid longest stay. */
const MOST_KEPT = 50_000;
const ROWS = 5000;

/** Deletes expired answers, and the oldest if there are too many. */
export async function sweepServiceAnswers(db: Database, now: Date, most = MOST_KEPT): Promise<void> {
  await deleteOldServiceAnswers(db, { now, limit: ROWS });
  await deleteExcessServiceAnswers(db, { most, limit: ROWS });
  await deletePlaceSearches(db, { limit: ROWS });
}
