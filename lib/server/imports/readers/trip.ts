import { LIST_RESOURCES } from "#lib/shared/resources/list-resources.ts";
import type { TripFile } from "#lib/shared/trip-file.ts";
import type { ParsedFile } from "../found-place.ts";
import { RecordCollector } from "../record-collector.ts";

/** Reads the stops of a trip file, with the dates and time zones of their days. */
export function readTripStops(file: TripFile): ParsedFile {
  const { trip, days, stops } = file;
  const reading = new RecordCollector();
  reading.isOwn = true;
  reading.setTitle(trip.title);
  const daysById = new Map(days.map((day) => [day.id, day]));
  for (const stop of stops) {
    const {
      id: _id,
      dayId,
      votes: _votes,
      participants: _participants,
      formerDate,
      place,
      notes,
      ...fields
    } = stop;
    const day = daysById.get(dayId ?? "");
    const isTimed = (stop.startTime ?? stop.endTime ?? null) !== null;
    reading.take({
      ...fields,
      spot: place ? { lat: place.lat, lng: place.lng } : null,
      address: place?.address,
      placeRef: place?.placeRef,
      notes: [notes],
      date: day?.date ?? formerDate,
      isIdea: day === undefined,
      ...(isTimed && { clock: day?.timezone ?? trip.timezone }),
    });
  }
  sayWhatIsLeft(reading, file);
  return reading.file("wayfare");
}

/**
 * Reports the other parts of a trip file: this import adds places only, and the rest is imported only as a new trip.
 */
function sayWhatIsLeft(reading: RecordCollector, file: TripFile): void {
  const { reservations, decisions, items, expenses, settlements, comments, stops } = file;
  const counts = {
    reservations: reservations.length,
    decisions: decisions.length,
    items: items.length,
    expenses: expenses.length,
    settlements: settlements.length,
    comments: comments.length,
    votes: stops.reduce((sum, { votes }) => sum + votes.length, 0),
    participants: stops.filter(({ participants }) => participants && participants.length > 0).length,
  };
  const parts = [
    "reservations",
    "decisions",
    "items",
    "expenses",
    "settlements",
    "comments",
    "votes",
    "participants",
  ] as const;
  for (const part of parts) {
    const count = counts[part];
    if (count > 0) reading.say({ code: "not-carried", name: null, line: null, part, count });
  }
  for (const { list: part } of Object.values(LIST_RESOURCES)) {
    const count = file[part].length;
    if (count > 0) reading.say({ code: "not-carried", name: null, line: null, part, count });
  }
}
