import type { Database } from "#db/client.ts";
import { deleteMoreServiceAnswers, deleteOldServiceAnswers } from "#db/queries/open-services.ts";
import { deletePlaceSearches } from "#db/queries/places.ts";

/** Of some kilobytes each; those stay that may be kept longest. */
const MOST_KEPT = 50_000;
const ROWS = 5000;

/** Deletes answers that may be kept no longer, and the oldest of too many. */
export async function sweepServiceAnswers(db: Database, now: Date, most = MOST_KEPT): Promise<void> {
  await deleteOldServiceAnswers(db, { now, limit: ROWS });
  await deleteMoreServiceAnswers(db, { most, limit: ROWS });
  await deletePlaceSearches(db, { limit: ROWS });
}
