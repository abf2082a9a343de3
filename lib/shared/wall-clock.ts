import { addDays, dateRange, daysBetween } from "./dates.ts";

const MINUTE_MS = 60_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * A cached formatter for the zone. The cache uses one spelling: a zone has many valid spellings, and one entry for each
 * could fill the memory.
 */
function partsIn(zone: string): Intl.DateTimeFormat {
  const name = zone.toLowerCase();
  let made = formatters.get(name);
  if (!made) {
    made = new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    formatters.set(name, made);
  }
  return made;
}

export interface WallClock {
  date: string;
  time: string;
}

/** The calendar date and local time in `zone` at an instant (epoch ms). */
export function wallClock(instant: number, zone: string): WallClock {
  const parts = new Map(
    partsIn(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
  return { date: `${get("year")}-${get("month")}-${get("day")}`, time: `${get("hour")}:${get("minute")}` };
}

function asUtc({ date, time }: WallClock): number {
  return Date.parse(`${date}T${time}:00Z`);
}

/**
 * The cache's size: enough for the times of a few long trips, all of which are computed again after each change of one
 * of them.
 */
const MOST_KNOWN = 4096;
const known = new Map<string, number>();

/**
 * The instant (epoch ms) at which the clock in `zone` shows this local time; a time that a zone skips or repeats takes
 * the offset before the change.
 */
export function wallInstant(wall: WallClock, zone: string): number {
  const key = `${wall.date} ${wall.time} ${zone}`;
  let instant = known.get(key);
  if (instant === undefined) {
    instant = findInstant(wall, zone);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, instant);
  }
  return instant;
}

function findInstant(wall: WallClock, zone: string): number {
  const target = asUtc(wall);
  const offsetAt = (instant: number) => asUtc(wallClock(instant, zone)) - instant;
  const before = offsetAt(target - 24 * 60 * MINUTE_MS);
  const guess = target - before;
  return offsetAt(guess) === before ? guess : target - offsetAt(target - offsetAt(guess));
}

/**
 * The last instant (epoch ms) at which the clock shows this local time: the second one of an hour that the zone
 * repeats.
 */
export function lastWallInstant(wall: WallClock, zone: string): number {
  const first = wallInstant(wall, zone);
  const after = asUtc(wallClock(first + 24 * 60 * MINUTE_MS, zone)) - (first + 24 * 60 * MINUTE_MS);
  const second = asUtc(wall) - after;
  const shown = wallClock(second, zone);
  return second > first && shown.date === wall.date && shown.time === wall.time ? second : first;
}

/** A range of calendar dates, both ends included. */
export interface DateInterval {
  from: string;
  to: string;
}

const WEEK = 7;

/** The days on which a trip's time zones are compared: the trip's own, or a year while it has no dates. */
export function zoneComparisonDates(
  { startDate, endDate }: { startDate: string | null; endDate: string | null },
  today: string,
): DateInterval {
  if (startDate !== null && endDate !== null) return { from: startDate, to: endDate };
  return { from: today, to: addDays(today, 52 * WEEK) };
}

/** A cache of compared zones, since a trip has hundreds of stops in the same zones. */
const compared = new Map<string, boolean>();

/** Whether two zones have the same local time on all these days: Phoenix and Denver do in winter only. */
export function hasSameLocalTimes(a: string, b: string, days: DateInterval): boolean {
  if (a === b) return true;
  const key = `${a} ${b} ${days.from} ${days.to}`;
  let isSame = compared.get(key);
  if (isSame === undefined) {
    isSame = compareClocks(a, b, days);
    if (compared.size >= MOST_KNOWN) compared.clear();
    compared.set(key, isSame);
  }
  return isSame;
}

function compareClocks(a: string, b: string, { from, to }: DateInterval): boolean {
  const isSame = (date: string) => offsetOn(date, a) === offsetOn(date, b);
  const isUnchanged = (since: string, date: string) => offsetOn(since, a) === offsetOn(date, a);
  const length = Math.ceil(daysBetween(from, to) / WEEK);
  const weekly = [...Array.from({ length }, (_, week) => addDays(from, week * WEEK)), to];
  // Zones that change in the same week need not do so on the same day: Israel's clocks change two days before Europe's.
  return weekly.every((date, index) => {
    const since = weekly[index - 1] ?? from;
    return isSame(date) && (isUnchanged(since, date) || dateRange(since, date).every(isSame));
  });
}

/** The offset of a zone at noon of a date. */
function offsetOn(date: string, zone: string): number {
  const noon = { date, time: "12:00" };
  return asUtc(noon) - wallInstant(noon, zone);
}
