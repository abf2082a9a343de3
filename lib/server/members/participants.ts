import { type Db, runPipelined } from "#db/client.ts";
import { countMembers } from "#db/queries/stops.ts";
import { invalidField } from "#lib/shared/errors.ts";
import { currentIdsOf, readMergedIds } from "./merged-ids.ts";

/**
 * Checks the ids of participants.
 * @returns the row's field `participants`; the id of a merged placeholder is replaced by the id of its member
 * @throws AppError VALIDATION_FAILED if an id is not a member of the trip, or is listed twice
 */
export async function checkParticipants(
  tx: Db,
  tripId: string,
  ids: string[] | null | undefined,
): Promise<{ participants?: string[] }> {
  if (!ids || ids.length === 0) return {};
  const [[row], merged] = await runPipelined([
    countMembers(tx, { tripId, ids }),
    readMergedIds(tx, tripId, ids),
  ]);
  if (row?.count !== ids.length)
    throw invalidField("participants", "List each member of the trip at most once.");
  return { participants: currentIdsOf(merged, ids) };
}
