import * as z from "zod";
import { selectEvents, selectTripSeq } from "#db/queries/events.ts";
import { openRoom } from "#db/queries/outbox.ts";
import { notFound } from "#lib/shared/errors.ts";
import { Id } from "#lib/shared/fields.ts";
import type { RoomHistory } from "#lib/shared/protocol.ts";
import { freshDatabase } from "../process/database.ts";
import { toRoom } from "../events/wire.ts";

const PAGE = 500;
/** How many of the newest events a room gets when it starts: enough for clients that were disconnected for a moment. */
const TAIL = 100;

export const HistoryRequest = z.object({
  tripId: Id,
  after: z.coerce.number().int().min(0).optional().meta({ description: "absent: only the newest events" }),
});

/**
 * Returns a page of a trip's events after a seq, for a room, which itself decides who may see which event. Without
 * `after` it returns the newest events, and from then on the room gets the trip's later events.
 * @throws AppError NOT_FOUND
 */
export async function readHistory({ tripId, after }: z.output<typeof HistoryRequest>): Promise<RoomHistory> {
  const db = freshDatabase();
  const [trip] = after === undefined ? await openRoom(db, { tripId }) : await selectTripSeq(db, { tripId });
  if (!trip) throw notFound("trip");
  const from = after ?? Math.max(0, trip.seq - TAIL);
  const rows = await selectEvents(db, { tripId, after: from, limit: PAGE });
  // The newer seq counts, because an event may have been committed between the two reads.
  return { seq: Math.max(trip.seq, rows.at(-1)?.seq ?? 0), events: rows.map(toRoom) };
}
