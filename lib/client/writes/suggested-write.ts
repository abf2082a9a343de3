import type { DayPatch } from "#lib/shared/days.ts";
import { assertNever } from "#lib/shared/errors.ts";
import type { ItemPatch, NewItem } from "#lib/shared/items.ts";
import type { MergeContext } from "#lib/shared/merge.ts";
import type { NewReservation, ReservationPatch } from "#lib/shared/reservations.ts";
import type { NewStop, StopMove, StopPatch } from "#lib/shared/stops.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import type { TripDto, TripPatch } from "#lib/shared/trips.ts";
import { type Change, applyChanges } from "./changes.ts";
import { addItemsWrite, deleteItemWrite, updateItemWrite } from "./item-writes.ts";
import { updateDayWrite, updateTripWrite } from "./plan-writes.ts";
import { addReservationWrite, deleteReservationWrite, updateReservationWrite } from "./reservation-writes.ts";
import { addStopWrite, deleteStopWrite, moveStopWrite, updateStopWrite } from "./stop-writes.ts";
import type { PredictionContext, Write } from "./write.ts";

/**
 * Returns the write that a suggested change stands for. The input is valid: the service has checked it against the
 * schema of that write, or this client has taken it from such a write.
 */
function suggestedWrite(tripId: string, { op, entityId = "", input }: SuggestedChange): Write<unknown> {
  const body: unknown = input;
  switch (op) {
    case "stops.create":
      return addStopWrite(tripId, body as NewStop & { id: string });
    case "stops.update":
      return updateStopWrite(tripId, entityId, body as StopPatch, {});
    case "stops.move":
      return moveStopWrite(tripId, entityId, body as StopMove);
    case "stops.delete":
      return deleteStopWrite(tripId, entityId);
    case "days.update":
      return updateDayWrite(tripId, entityId, body as DayPatch, {});
    case "trips.update":
      return updateTripWrite(tripId, body as TripPatch, {});
    case "reservations.create":
      return addReservationWrite(tripId, body as NewReservation & { id: string });
    case "reservations.update":
      return updateReservationWrite(tripId, entityId, body as ReservationPatch, {});
    case "reservations.delete":
      return deleteReservationWrite(tripId, entityId);
    case "items.create":
      return addItemsWrite(tripId, [body as NewItem & { id: string }]);
    case "items.update":
      return updateItemWrite(tripId, entityId, body as ItemPatch, {});
    case "items.delete":
      return deleteItemWrite(tripId, entityId);
    default:
      return assertNever(op);
  }
}

/**
 * Predicts the effects of suggested changes, in their order; a later one may refer to a row that an earlier one
 * creates.
 */
export function predictChanges(changes: readonly SuggestedChange[], scene: PredictionContext): Change[] {
  const context: MergeContext = { userId: scene.userId, now: new Date(scene.now) };
  const made: Change[] = [];
  let trip: TripDto = scene.trip;
  for (const change of changes) {
    const next = suggestedWrite(trip.id, change).predict({ ...scene, trip });
    trip = applyChanges(trip, next, context);
    made.push(...next);
  }
  return made;
}
