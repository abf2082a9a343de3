import { isSame } from "#lib/client/is-same.ts";
import { addDays } from "#lib/shared/dates.ts";
import type { DayDto } from "#lib/shared/days.ts";
import { type Leg, minutesNeeded } from "#lib/shared/legs.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { type HoursOf, openState } from "#lib/shared/open-on.ts";
import { PLAIN_FACTS } from "#lib/shared/plan-facts.ts";
import { plannedDeparture } from "#lib/shared/planned-departure.ts";
import { sharePeople } from "#lib/shared/participants.ts";
import { wallInstant } from "#lib/shared/wall-clock.ts";

/** The stops of each day in the plan's order; null holds Ideas. */
export type StopsByDay = ReadonlyMap<string | null, readonly StopDto[]>;

const NONE: readonly StopDto[] = [];

/**
 * Sorts the trip's stops (already in order) into their days. A list that did not change keeps its identity, so that
 * only the day that changed renders again. A stop whose day is not there, as while dates change, waits in Ideas.
 */
export function groupStops(
  stops: readonly StopDto[],
  days: readonly DayDto[],
  before: StopsByDay = new Map(),
): StopsByDay {
  const next = new Map<string | null, StopDto[]>(days.map((day) => [day.id, []]));
  const ideas: StopDto[] = [];
  next.set(null, ideas);
  for (const stop of stops) (next.get(stop.dayId) ?? ideas).push(stop);
  return new Map([...next].map(([dayId, list]) => [dayId, keepSame(before.get(dayId), list)]));
}

/** Groups again and again, each time keeping what stayed the same since the last. */
export function createGrouper(): (stops: readonly StopDto[], days: readonly DayDto[]) => StopsByDay {
  let last: StopsByDay = new Map();
  return (stops, days) => {
    last = groupStops(stops, days, last);
    return last;
  };
}

function keepSame(before: readonly StopDto[] | undefined, now: readonly StopDto[]): readonly StopDto[] {
  if (!before) return now;
  return before.length === now.length && now.every((stop, index) => stop === before[index]) ? before : now;
}

export function stopsOf(byDay: StopsByDay, dayId: string | null): readonly StopDto[] {
  return byDay.get(dayId) ?? NONE;
}

/** `key` is that of the check that tells the same, so that who sets one aside has set aside both. */
export type TimeWarning = { key: string } & (
  | { /** Starts before the stop above starts. */ kind: "backwards"; time: string }
  | { kind: "overlap"; name: string; time: string }
  | { /** There is less time than the way takes. */ kind: "tight"; free: number; needed: number }
  | { kind: "closed"; /** Not only at its time. */ allDay: boolean }
);

export interface PlanRow {
  stop: StopDto;
  /** On the marker; null where an icon stands instead. */
  number: number | null;
  /** The way here from the stop above. */
  leg: Leg | null;
  warning: TimeWarning | null;
}

/** Beds and rides are where a day happens between, so they carry an icon instead of a number. */
export function hasNumber(stop: Pick<StopDto, "category">): boolean {
  return stop.category !== "lodging" && stop.category !== "transport";
}

const NOTHING: ReadonlySet<string> = new Set();

/** A day's rows in order. `zone` is the day's, else the trip's; `setAside` are warnings that the reader knows of. */
export function planRows(
  stops: readonly StopDto[],
  date: string,
  zone: string,
  setAside = NOTHING,
  { wayOf, hoursOf } = PLAIN_FACTS,
): PlanRow[] {
  let number = 0;
  const timed: TimedStop[] = [];
  const wayBetween = (from: StopDto, to: StopDto) => {
    if (!from.place || !to.place) return null;
    const ride = plannedDeparture(from, to, { date, zone }, stops.slice(0, stops.indexOf(from)));
    return wayOf(from.place, to.place, to.travelMode, ride);
  };
  return stops.map((stop, index) => {
    const above = stops[index - 1];
    // From one half of the group to the other nobody goes.
    const isWay = above !== undefined && sharePeople(above.participants, stop.participants);
    const leg = isWay ? wayBetween(above, stop) : null;
    const now = timedStop(stop, date, zone);
    // Whoever is elsewhere at the time is in nobody's way.
    const last = timed.findLast((each) => sharePeople(each.stop.participants, stop.participants));
    // The way is only known from where they are just before.
    const from = stops.slice(0, index).findLast((each) => sharePeople(each.participants, stop.participants));
    const way = from && last?.stop === from ? wayBetween(from, stop) : null;
    const clash = now && last ? compareTimes(last, now, way) : null;
    const warning = clash ?? closedWarning(stop, date, hoursOf);
    if (now) timed.push(now);
    const isShown = warning !== null && !setAside.has(warning.key);
    return { stop, number: hasNumber(stop) ? ++number : null, leg, warning: isShown ? warning : null };
  });
}

/** Keeps what stayed the same since the last time, so that only the rows that changed, and the ways to them, are drawn. */
export function createRowKeeper(): (rows: PlanRow[]) => PlanRow[] {
  let last: readonly PlanRow[] = [];
  return (rows) => {
    const before = new Map(last.map((row) => [row.stop.id, row]));
    const kept = rows.map((row) => keepRow(before.get(row.stop.id), row));
    last = kept;
    return kept;
  };
}

function keepRow(before: PlanRow | undefined, now: PlanRow): PlanRow {
  if (!before) return now;
  const leg = isSame(before.leg, now.leg) ? before.leg : now.leg;
  const warning = isSame(before.warning, now.warning) ? before.warning : now.warning;
  return { ...now, leg, warning };
}

function closedWarning(stop: StopDto, date: string, hoursOf: HoursOf): TimeWarning | null {
  const state = openState(hoursOf(stop, date) ?? [], date, stop.startTime);
  if (state?.isOpen !== false) return null;
  return { kind: "closed", key: `closed:${stop.id}`, allDay: state.spans.length === 0 };
}

interface TimedStop {
  stop: StopDto;
  start: number;
  end: number | null;
}

function timedStop(stop: StopDto, date: string, dayZone: string): TimedStop | null {
  if (!stop.startTime) return null;
  const zone = stop.timezone ?? dayZone;
  const start = wallInstant({ date, time: stop.startTime }, zone);
  if (!stop.endTime) return { stop, start, end: null };
  const endDate = endsNextDay(stop) ? addDays(date, 1) : date;
  return { stop, start, end: wallInstant({ date: endDate, time: stop.endTime }, zone) };
}

/** 22:00 to 01:00 ends on the next day. */
export function endsNextDay({ startTime, endTime }: Pick<StopDto, "startTime" | "endTime">): boolean {
  return startTime !== null && endTime !== null && endTime < startTime;
}

/** The way is an estimate: a few minutes too little are no problem. */
const SLACK_MIN = 5;

function compareTimes(above: TimedStop, now: TimedStop, leg: Leg | null): TimeWarning | null {
  const ids = `${above.stop.id}:${now.stop.id}`;
  if (now.start < above.start)
    return { kind: "backwards", key: `backwards:${ids}`, time: above.stop.startTime ?? "" };
  if (above.end === null) return null;
  if (now.start < above.end) {
    // Coming to a hotel takes no time of its own.
    if (above.stop.category === "lodging" || now.stop.category === "lodging") return null;
    return { kind: "overlap", key: `overlap:${ids}`, name: above.stop.name, time: above.stop.endTime ?? "" };
  }
  const free = Math.round((now.start - above.end) / 60_000);
  // A ride's own time is the way.
  const needed = above.stop.category === "transport" ? 0 : minutesNeeded(leg, above.end);
  return needed - free >= SLACK_MIN ? { kind: "tight", key: `transfer:${ids}`, free, needed } : null;
}

/** Height before the browser has laid the day out, so that the scroll bar does not jump. */
export function estimatedHeight(stopCount: number, bookingCount: number): number {
  const stops = stopCount * 54 + Math.max(0, stopCount - 1) * 20;
  return 56 + Math.max(48, stops + bookingCount * 50);
}
