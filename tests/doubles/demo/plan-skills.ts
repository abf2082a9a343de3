import type { Intent } from "./intents.ts";
import { categoryOf } from "./kinds.ts";
import type { SkillRun } from "./run.ts";
import {
  fieldsOf,
  type FoundPlace,
  placesIn,
  readDayIn,
  textIn,
  type Trip,
  type TripDay,
  tools,
  tripIn,
  type TripStop,
  writeOutcomeIn,
} from "./tools.ts";
import {
  endingOf,
  findDay,
  findStops,
  isNamed,
  type StopWithDay,
  stopBefore,
  stopsOf,
  timeOf,
} from "./trip-search.ts";
import type { Words } from "./words.ts";

export interface SkillContext {
  say: Words;
  now: Date;
}

type Wanted<Do extends Intent["do"]> = Extract<Intent, { do: Do }>;

/** The maximum distance of a search result; a result farther away is a different place with the same name. */
const FARTHEST_KM = 50;

export function* addStop({ name, at, when }: Wanted<"add">, { say, now }: SkillContext): SkillRun {
  const trip = tripIn(yield tools.readTrip());
  if (!trip) return say.noTrip;
  const time = timeOf(when);
  if (when.day === undefined && time !== undefined && trip.days.length > 1) return say.whichDay;
  const day = when.day === undefined ? dayUnsaid(trip, time) : findDay(trip, when.day, now);
  if (day === undefined) return say.noDay(trip);
  const place = likeliest(placesIn(yield tools.searchPlaces(at), stopsOf(trip)), at);
  const before = time === undefined ? null : stopBefore(day?.stops ?? [], time);
  const stop = {
    name,
    dayId: day?.dayId ?? null,
    ...(before && { afterStopId: before.stopId }),
    ...(time !== undefined && { startTime: time }),
    ...withCategory(name),
    ...(place && {
      place: { lat: place.lat, lng: place.lng, address: place.region, placeRef: place.placeRef },
    }),
  };
  const result = yield tools.addStop(stop);
  const isFirst = before === null && time !== undefined && typeof writeOutcomeIn(result) === "string";
  // The tool adds a stop after another one or at the end, so a stop for the beginning is moved in a second call.
  if (day && day.stops.length > 0 && isFirst) {
    const stopId = textIn(fieldsOf(result), "stopId");
    yield tools.moveStop(stopId, day.dayId, null);
  }
  return describeWriteOutcome(result, say.added(name, say.dayName(trip, day), time, place), say);
}

function dayUnsaid(trip: Trip, time: string | undefined): TripDay | null {
  return time === undefined ? null : (trip.days[0] ?? null);
}

function withCategory(name: string): { category?: string } {
  const category = categoryOf(name);
  return category === undefined ? {} : { category };
}

/** Returns the likeliest search result: one that is near enough or, if distances are unknown, one with the name. */
function likeliest(places: readonly FoundPlace[], asked: string): FoundPlace | null {
  const isLikely = ({ name, distanceKm }: FoundPlace): boolean =>
    distanceKm === undefined ? isNamed(name, asked) : distanceKm <= FARTHEST_KM;
  return places.find(isLikely) ?? null;
}

export function describeWriteOutcome(result: unknown, sentence: string, say: Words): string {
  const written = writeOutcomeIn(result);
  if (written === "done") return sentence;
  return written === "proposed" ? say.proposed(sentence) : say.refused(written.refused);
}

/**
 * Returns the one stop that the user means, or a question to the user.
 * @param isLikelier - prefers one of several stops with the name
 */
function oneStop(
  trip: Trip,
  words: string,
  isLikelier: (spot: StopWithDay) => boolean,
  say: Words,
): StopWithDay | string {
  const found = findStops(trip, words, "loosely");
  const likelier = found.filter(isLikelier);
  const [spot, ...others] = likelier.length > 0 ? likelier : found;
  if (!spot) return say.noStop(words);
  return others.length === 0 ? spot : say.which([spot, ...others].slice(0, 5).map(({ stop }) => stop.name));
}

function isOn(day: TripDay | null | undefined): (spot: StopWithDay) => boolean {
  return (spot) => !!day && spot.day?.dayId === day.dayId;
}

export function* removeStop({ stop: words, when }: Wanted<"remove">, { say, now }: SkillContext): SkillRun {
  const trip = tripIn(yield tools.readTrip());
  if (!trip) return say.noTrip;
  const day = when.day === undefined ? null : findDay(trip, when.day, now);
  const spot = oneStop(trip, words, isOn(day), say);
  if (typeof spot === "string") return spot;
  return describeWriteOutcome(yield tools.removeStop(spot.stop.stopId), say.removed(spot.stop.name), say);
}

export function* changeStop(wanted: Wanted<"change">, { say, now }: SkillContext): SkillRun {
  const trip = tripIn(yield tools.readTrip());
  if (!trip) return say.noTrip;
  const { day: dayRef } = wanted.when;
  const spot = oneStop(trip, wanted.stop, likelierToChange(trip, wanted, now), say);
  if (typeof spot === "string") return spot;
  const target = wanted.after === "" ? null : oneStop(trip, wanted.after, isOn(spot.day), say);
  if (typeof target === "string") return target;
  const day = target?.day ?? (dayRef === undefined ? spot.day : findDay(trip, dayRef, now, spot.day));
  if (day === undefined) return say.noDay(trip);
  const { stop } = spot;
  const time = timeOf(wanted.when);
  const isRetimed = time !== undefined && time !== stop.startTime;
  const others = (day ? day.stops : trip.ideas).filter(({ stopId }) => stopId !== stop.stopId);
  const after = target ? target.stop : follows(others, time ?? stop.startTime);
  const isMoved = isElsewhere(trip, spot, day, after);
  if (!isRetimed && !isMoved) return say.alreadySo(stop.name);
  let result: unknown;
  if (isRetimed) {
    result = yield tools.editStop({ stopId: stop.stopId, startTime: time, endTime: endingOf(stop, time) });
    if (typeof writeOutcomeIn(result) === "object") return describeWriteOutcome(result, "", say);
  }
  if (isMoved) result = yield tools.moveStop(stop.stopId, day?.dayId ?? null, after?.stopId ?? null);
  const change = {
    ...(day?.dayId !== spot.day?.dayId && { day: say.dayName(trip, day) }),
    ...(isRetimed && { time }),
    ...(target && { after: target.stop.name }),
  };
  return describeWriteOutcome(result, say.changed(stop.name, change), say);
}

/**
 * Returns which stop is likelier meant: with a day and a time, one that is already on that day; with only a time, one
 * that is on any day.
 */
function likelierToChange(
  trip: Trip,
  { when, after }: Wanted<"change">,
  now: Date,
): (spot: StopWithDay) => boolean {
  if (after !== "" || timeOf(when) === undefined) return () => false;
  return when.day === undefined ? ({ day }) => day !== null : isOn(findDay(trip, when.day, now));
}

/** Returns the stop after which a stop at this time belongs; without a time, the last stop. */
function follows(others: readonly TripStop[], time: string | null): TripStop | null {
  return time === null ? (others.at(-1) ?? null) : stopBefore(others, time);
}

/** Whether the new position is on another day or after another stop than the current one. */
function isElsewhere(
  trip: Trip,
  { stop, day }: StopWithDay,
  to: TripDay | null,
  after: TripStop | null,
): boolean {
  if (to?.dayId !== day?.dayId) return true;
  const stops = day ? day.stops : trip.ideas;
  const before = stops[stops.findIndex(({ stopId }) => stopId === stop.stopId) - 1];
  return before?.stopId !== after?.stopId;
}

export function* writeNote({ when, text }: Wanted<"note">, { say, now }: SkillContext): SkillRun {
  const trip = tripIn(yield tools.readTrip());
  if (!trip) return say.noTrip;
  const day = when.day === undefined ? null : findDay(trip, when.day, now);
  if (!day) return day === undefined ? say.noDay(trip) : say.whichDay;
  const { notes } = readDayIn(yield tools.readDay(day.dayId));
  const all = notes === "" ? text : `${notes}\n${text}`;
  return describeWriteOutcome(
    yield tools.writeDayNote(day.dayId, all),
    say.noted(say.dayName(trip, day)),
    say,
  );
}

export function* packThing({ text }: Wanted<"pack">, { say }: SkillContext): SkillRun {
  return describeWriteOutcome(yield tools.addPackingItem(text), say.packed(text), say);
}
