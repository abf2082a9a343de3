import { addDays, dateInZone, isCalendarDate } from "#lib/shared/dates.ts";
import { type DayRef, DAY_PART_TIMES, type When } from "./intents.ts";
import { isOfKind } from "./kinds.ts";
import { dayNumber } from "./sentences.ts";
import type { Trip, TripDay, TripStop } from "./tools.ts";

/** A stop with its day and the day's number, from 1; without a day, it is in Ideas. */
export interface StopWithDay {
  stop: TripStop;
  day: TripDay | null;
}

export function stopsWithDays(trip: Trip): StopWithDay[] {
  const planned = trip.days.flatMap((day) => day.stops.map((stop) => ({ stop, day })));
  return [...planned, ...trip.ideas.map((stop) => ({ stop, day: null }))];
}

export function stopsOf(trip: Trip): TripStop[] {
  return stopsWithDays(trip).map(({ stop }) => stop);
}

/** Returns the stops that these words may mean, best matches only. With "loosely", one common word is enough. */
export function findStops(trip: Trip, words: string, how: "closely" | "loosely"): StopWithDay[] {
  const asked = plain(words);
  if (asked === "") return [];
  const spots = stopsWithDays(trip);
  const isAnyOf: readonly ((stop: TripStop) => boolean)[] = [
    ({ name }) => plain(name) === asked,
    ({ name }) => plain(name).includes(asked),
    ({ name }) => plain(name).length > 1 && asked.includes(plain(name)),
    (stop) => isOfKind(words, stop, "name"),
    (stop) => isOfKind(words, stop, "category"),
    ({ name }) => how === "loosely" && wordsOf(name).some((word) => wordsOf(words).includes(word)),
  ];
  for (const isIt of isAnyOf) {
    const found = spots.filter(({ stop }) => isIt(stop));
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether one of the two texts contains the other. */
export function isNamed(name: string, words: string): boolean {
  const [one, other] = [plain(name), plain(words)];
  return one !== "" && other !== "" && (one.includes(other) || other.includes(one));
}

function plain(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}|[\s\p{Punctuation}]/gu, "")
    .toLowerCase();
}

/** Returns the words of a text without the words that most names contain. */
function wordsOf(text: string): string[] {
  const words =
    text
      .normalize("NFD")
      .replaceAll(/\p{Diacritic}/gu, "")
      .toLowerCase()
      .match(/[a-z\d]{3,}/g) ?? [];
  return words.filter((word) => !["the", "and", "for", "visit"].includes(word));
}

/**
 * Returns the day that a user names; `null` means Ideas, `undefined` that the trip has no such day.
 * @param from - the day that relative days count from
 */
export function findDay(
  trip: Trip,
  ref: DayRef,
  now: Date,
  from: TripDay | null = null,
): TripDay | null | undefined {
  if (ref === "ideas") return null;
  if ("number" in ref) return trip.days.at(ref.number > 0 ? ref.number - 1 : ref.number);
  if ("later" in ref) return from ? trip.days[dayNumber(trip, from) - 1 + ref.later] : undefined;
  if ("weekday" in ref) return trip.days.find(({ date }) => date !== null && weekdayOf(date) === ref.weekday);
  if ("ahead" in ref) {
    const date = addDays(dateInZone(now, trip.timezone), ref.ahead);
    return trip.days.find((day) => day.date === date);
  }
  return trip.days.find(({ date }) => {
    const [year, month, day] = (date ?? "").split("-").map(Number);
    return month === ref.month && day === ref.date && (ref.year === undefined || ref.year === year);
  });
}

function weekdayOf(date: string): number {
  return isCalendarDate(date) ? new Date(`${date}T00:00:00Z`).getUTCDay() : -1;
}

/** Returns the time that a user means; an hour alone is taken within the part of the day that the text names. */
export function timeOf({ time, part }: When): string | undefined {
  if (time === undefined) return part && DAY_PART_TIMES[part];
  const hour = Number(time.slice(0, 2));
  const isLater = (part === "afternoon" || part === "evening") && hour < 12;
  return isLater ? `${hour + 12}${time.slice(2)}` : time;
}

/** Returns the last stop that starts before or at this time; null if the stop at this time is the first. */
export function stopBefore(stops: readonly TripStop[], time: string): TripStop | null {
  const first = stops.findIndex(({ startTime }) => startTime !== null && startTime > time);
  return (first === -1 ? stops.at(-1) : stops[first - 1]) ?? null;
}

/** Returns the new end of a stop that keeps its duration and starts at another time. */
export function endingOf({ startTime, endTime }: TripStop, time: string): string | undefined {
  if (startTime === null || endTime === null) return undefined;
  const minutes = (minutesOf(time) + ((minutesOf(endTime) - minutesOf(startTime) + DAY) % DAY)) % DAY;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

const DAY = 24 * 60;

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
