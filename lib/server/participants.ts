import type { Db } from "#db/client.ts";
import { countMembers } from "#db/queries/stops.ts";
import { invalidField } from "#lib/shared/errors.ts";

/** @throws AppError VALIDATION_FAILED where not all are members of the trip, or some are listed twice */
export async function checkParticipants(
  tx: Db,
  tripId: string,
  ids: string[] | null | undefined,
): Promise<void> {
  if (!ids || ids.length === 0) return;
  const [row] = await countMembers(tx, { tripId, ids });
  if (row?.count === ids.length) return;
  throw invalidField("participants", "List each member of the trip at most once.");
}
