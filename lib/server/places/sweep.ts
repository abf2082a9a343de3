import type { Database } from "#db/client.ts";
import { deleteMorePlaceSearches, deleteOldPlaceSearches } from "#db/queries/places.ts";
import { nominatim } from "./nominatim.ts";
import { photon } from "./photon.ts";

const KINDS = [photon, nominatim];
/** Of some kilobytes each; the newest stay. */
const MOST_KEPT = 20_000;
const ROWS = 5000;

/** Deletes answers that their server lets nobody keep any longer, and the oldest of too many. */
export async function sweepPlaceSearches(db: Database, now: Date, most = MOST_KEPT): Promise<void> {
  const before = (keptMs: number) => new Date(now.getTime() - keptMs);
  for (const { kind, keptMs } of KINDS) {
    await deleteOldPlaceSearches(db, { kind, before: before(keptMs), limit: ROWS });
  }
  // What was filed under no kind, or under one that there is no more.
  const longest = Math.max(...KINDS.map(({ keptMs }) => keptMs));
  await deleteOldPlaceSearches(db, { kind: "", before: before(longest), limit: ROWS });
  await deleteMorePlaceSearches(db, { most, limit: ROWS });
}
