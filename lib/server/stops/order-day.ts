import { runPipelined } from "#db/client.ts";
import { selectDay } from "#db/queries/days.ts";
import { selectStopsOfDay } from "#db/queries/stops.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import { keysForOrder } from "#lib/shared/order-keys.ts";
import { compareStops } from "#lib/shared/stop-order.ts";
import type { DayStops, StopFields } from "#lib/shared/stops.ts";
import { isChangedSinceRead, refuseConflict } from "../writes/changes.ts";
import type { Ctx } from "../context.ts";
import { changedRow } from "../writes/row-fields.ts";
import { writeTrip } from "../writes/write.ts";
import { sendStopStatements } from "./stop-row.ts";

/** The fields that decide where a stop stands. */
const PLACE_IN_PLAN = ["dayId", "position", "deletedAt"];

/**
 * Changes the order of all stops of a day in one write; returns the stops in the new order.
 * @throws AppError NOT_FOUND; FIELD_CONFLICT with the day's current stops when `stopIds` are not exactly these, or when
 * somebody else has moved one of them since the caller read them
 */
export function orderDay(
  ctx: Ctx,
  tripId: string,
  dayId: string,
  { stopIds }: DayStops,
): Promise<StopFields[]> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) =>
      runPipelined([
        selectDay(tx, { tripId, dayId }),
        selectStopsOfDay(tx, { tripId, dayId }),
        isChangedSinceRead(ctx, tx, tripId, { kind: "stop", ids: stopIds, fields: PLACE_IN_PLAN }),
      ]),
    work: async (write, [[found], rows, isMoved]) => {
      if (!found || found.deletedAt !== null) throw notFound("day");
      const stops = rows.map(({ stop }) => stop);
      refuseOtherStops(stops, stopIds);
      if (isMoved) refuseConflict(["stopIds"], { stopIds: stops.map(({ id }) => id) });
      const keys = keysForOrder(stops, stopIds);
      const moved = stops.flatMap((stop) => {
        const position = keys.get(stop.id);
        if (position === undefined) return [];
        const after = changedRow(write, stop, { position });
        write.record({ op: "stop.moved", entityId: stop.id, before: { position: stop.position }, after });
        return [after];
      });
      sendStopStatements(write, moved);
      const byId = new Map([...stops, ...moved].map((stop) => [stop.id, stop]));
      return [...byId.values()].toSorted(compareStops);
    },
  });
}

/** Refuses the new order when somebody has added, moved or deleted a stop of the day meanwhile. */
function refuseOtherStops(stops: readonly StopFields[], stopIds: readonly string[]): void {
  const wanted = new Set(stopIds);
  if (wanted.size === stops.length && stops.every(({ id }) => wanted.has(id))) return;
  throw new AppError("FIELD_CONFLICT", "This day has other stops by now. Look at it again.", {
    details: { fields: ["stopIds"], current: { stopIds: stops.map(({ id }) => id) } },
  });
}
