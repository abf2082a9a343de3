import { selectStopsOfDay } from "#db/queries/stops.ts";
import { keyBetween, spreadKeys } from "#lib/shared/order.ts";
import type { TripWrite } from "../writes/write.ts";
import { writeStop } from "./stop-row.ts";

/**
 * Gives a day's stops (null: those of Ideas) short positions again, in the same order, when no position is left between
 * two; the stop that is about to move is left out. Returns a position after the last one.
 */
export async function respacePositions(
  write: TripWrite,
  dayId: string | null,
  movingId?: string,
): Promise<string> {
  const tripId = write.trip.id;
  const all = await selectStopsOfDay(write.tx, { tripId, dayId });
  const rows = all.filter(({ stop }) => stop.id !== movingId);
  const keys = spreadKeys(rows.length);
  for (const [index, { stop }] of rows.entries()) {
    const position = keys[index];
    if (position === undefined || position === stop.position) continue;
    const after = writeStop(write, stop, { position });
    write.record({ op: "stop.moved", entityId: stop.id, before: { position: stop.position }, after });
  }
  const last = keyBetween(keys.at(-1) ?? null, null);
  if (last === null) throw new Error("Fresh keys left no room.");
  return last;
}
