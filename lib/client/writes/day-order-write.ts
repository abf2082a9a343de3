import { keysForOrder } from "#lib/shared/order-keys.ts";
import type { StopFields } from "#lib/shared/stops.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { call } from "../base/api.ts";
import { daysApi } from "../base/operations.ts";
import type { EditOptions, Write } from "./write.ts";

/** A write that puts a day's stops into another order. */
export function orderDayWrite(
  tripId: string,
  dayId: string,
  stopIds: readonly string[],
  { baseSeq }: Pick<EditOptions, "baseSeq"> = {},
): Write<StopFields[]> {
  const params = { tripId, dayId };
  return {
    label: { action: "orderDay", entityId: dayId },
    send: (options) => call(daysApi.order, { params, body: { stopIds: [...stopIds] } }, options),
    predict: (scene) => {
      const stops = stopsOf(scene.trip, dayId);
      // The day's stops changed before this write was sent: the service will refuse it.
      if (stops.length !== stopIds.length || stops.some(({ id }) => !stopIds.includes(id))) return [];
      const keys = keysForOrder(stops, stopIds);
      return stops.flatMap((stop) => {
        const position = keys.get(stop.id);
        return position === undefined ? [] : [{ op: "stop.moved", entity: { ...stop, position } }];
      });
    },
    confirm: (stops) => stops.map((entity) => ({ op: "stop.moved", entity })),
    // When others have changed the day since `baseSeq`, nobody can say which of their changes was intended to stay.
    basis: { entityIds: stopIds, fields: ["dayId", "position", "deletedAt"], baseSeq },
  };
}

/**
 * Returns the order as suggested changes: one move for each stop that has to move, each behind a stop that is already
 * in its position.
 */
export function orderMoves(trip: TripDto, dayId: string, stopIds: readonly string[]): SuggestedChange[] {
  const moving = keysForOrder(stopsOf(trip, dayId), stopIds);
  return stopIds.flatMap((entityId, index) => {
    if (!moving.has(entityId)) return [];
    return [{ op: "stops.move", entityId, input: { dayId, afterId: stopIds[index - 1] ?? null } }];
  });
}

function stopsOf(trip: TripDto, dayId: string) {
  return trip.stops.filter((stop) => stop.dayId === dayId);
}
