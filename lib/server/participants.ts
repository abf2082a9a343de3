import { type Db, pipelined } from "#db/client.ts";
import { countMembers } from "#db/queries/stops.ts";
import { invalidField } from "#lib/shared/errors.ts";
import { idsNow, readMergedIds } from "./members/merged-ids.ts";

/**
 * @returns who takes part, as a field of the row: placeholders that were merged since are the members
 * @throws AppError VALIDATION_FAILED where not all are members of the trip, or some are listed twice
 */
export async function checkParticipants(
  tx: Db,
  tripId: string,
  ids: string[] | null | undefined,
): Promise<{ participants?: string[] }> {
  if (!ids || ids.length === 0) return {};
  const [[row], merged] = await pipelined([
    countMembers(tx, { tripId, ids }),
    readMergedIds(tx, tripId, ids),
  ]);
  if (row?.count !== ids.length)
    throw invalidField("participants", "List each member of the trip at most once.");
  return { participants: idsNow(merged, ids) };
}
