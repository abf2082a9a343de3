import { insertStop, saveStop } from "#db/queries/stops.ts";
import type { NewStop, StopFields } from "#lib/shared/stops.ts";
import type { TripWrite } from "../write.ts";

/* Rows are known before they are written, so that nobody waits for the database to say them back. */

type Placed = Omit<NewStop, "id"> & Pick<StopFields, "id" | "dayId" | "formerDate" | "position">;

/** Writes a new stop; returns the row as it will be read back. */
export function writeNewStop(write: TripWrite, given: Placed, createdBy: string): StopFields {
  const at = write.at.toISOString();
  const stop: StopFields = {
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
    formerDate: given.formerDate,
    deletedAt: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
  write.send(insertStop(write.tx, { ...rowOf(write, stop), createdBy }));
  return stop;
}

/** Writes fields of a stop that was read under the trip's lock; returns the row as it will be read back. */
export function writeStop<Stop extends StopFields>(
  write: TripWrite,
  stop: Stop,
  change: Partial<StopFields>,
): Stop {
  const saved = { ...stop, ...change, version: stop.version + 1, updatedAt: write.at.toISOString() };
  write.send(saveStop(write.tx, rowOf(write, saved)));
  return saved;
}

function rowOf(write: TripWrite, stop: StopFields) {
  return { tripId: write.trip.id, id: stop.id, stop: JSON.stringify(stop), at: write.at };
}
