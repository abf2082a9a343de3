import { insertStop, saveStop, saveStops } from "#db/queries/stops.ts";
import type { NewStop, StopFields } from "#lib/shared/stops.ts";
import { changedRow, newRowFields } from "../writes/row-fields.ts";
import type { TripWrite } from "../writes/write.ts";

/*
 * The functions of this file compute the whole row before it is written, so that nobody waits for the database to
 * return it.
 */

type Placed = Omit<NewStop, "id"> & Pick<StopFields, "id" | "dayId" | "formerDate" | "position">;

/** Writes a new stop; returns the row as a read would return it. */
export function writeNewStop(write: TripWrite, given: Placed, createdBy: string): StopFields {
  const stop = newStop(write, given);
  write.send(insertStop(write.tx, { ...rowOf(write, stop), createdBy }));
  return stop;
}

/** Returns the row of a new stop. */
export function newStop(write: Pick<TripWrite, "at">, given: Placed): StopFields {
  return {
    id: given.id,
    dayId: given.dayId,
    position: given.position,
    name: given.name,
    place: given.place ?? null,
    category: given.category ?? "other",
    startTime: given.startTime ?? null,
    endTime: given.endTime ?? null,
    timezone: given.timezone ?? null,
    notes: given.notes ?? null,
    url: given.url ?? null,
    cost: given.cost ?? null,
    participants: given.participants ?? null,
    hours: given.hours ?? null,
    travelMode: given.travelMode ?? null,
    formerDate: given.formerDate,
    deletedAt: null,
    ...newRowFields(write),
  };
}

/** Writes fields of a stop that was read under the trip's lock; returns the row as a read would return it. */
export function writeStop<Stop extends StopFields>(
  write: TripWrite,
  stop: Stop,
  change: Partial<StopFields>,
): Stop {
  const changed = changedRow(write, stop, change);
  sendStopStatement(write, changed);
  return changed;
}

export function sendStopStatement(write: TripWrite, changed: StopFields): void {
  write.send(saveStop(write.tx, rowOf(write, changed)));
}

export function sendStopStatements(write: TripWrite, changed: readonly StopFields[]): void {
  if (changed.length === 0) return;
  const stops = JSON.stringify(changed);
  write.send(saveStops(write.tx, { tripId: write.trip.id, stops, at: write.at }));
}

function rowOf(write: TripWrite, stop: StopFields) {
  return { tripId: write.trip.id, id: stop.id, stop: JSON.stringify(stop), at: write.at };
}
