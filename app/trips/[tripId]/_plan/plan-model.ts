import { addDays } from "#lib/shared/dates.ts";
import type { DayDto } from "#lib/shared/days.ts";
import { estimateLeg, type Leg } from "#lib/shared/legs.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { wallInstant } from "./wall-time.ts";

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

export type TimeWarning =
  /** Starts before the stop above starts, or before it ends. */
  | { kind: "backwards"; time: string }
  | { kind: "overlap"; name: string; time: string }
  /** There is less time than the walk takes. */
  | { kind: "tight"; free: number; needed: number };

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

/** A day's rows in order. `zone` is the day's, else the trip's. */
export function planRows(stops: readonly StopDto[], date: string, zone: string): PlanRow[] {
  let number = 0;
  let timed: TimedStop | null = null;
  return stops.map((stop, index) => {
    const above = stops[index - 1];
    const leg = above?.place && stop.place ? estimateLeg(above.place, stop.place) : null;
    const now = timedStop(stop, date, zone);
    // The walk is only known from the stop directly above.
    const warning = now && timed ? compareTimes(timed, now, timed.stop === above ? leg : null) : null;
    timed = now ?? timed;
    return { stop, number: hasNumber(stop) ? ++number : null, leg, warning };
  });
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

/** The walk is an estimate: a few minutes too little are no problem. */
const SLACK_MIN = 5;

function compareTimes(above: TimedStop, now: TimedStop, leg: Leg | null): TimeWarning | null {
  if (now.start < above.start) return { kind: "backwards", time: above.stop.startTime ?? "" };
  if (above.end === null) return null;
  if (now.start < above.end) {
    return { kind: "overlap", name: above.stop.name, time: above.stop.endTime ?? "" };
  }
  const free = (now.start - above.end) / 60_000;
  const needed = leg?.mode === "walk" ? (leg.minutes ?? 0) : 0;
  return needed - free >= SLACK_MIN ? { kind: "tight", free, needed } : null;
}

/** Height before the browser has laid the day out, so that the scroll bar does not jump. */
export function estimatedHeight(stopCount: number): number {
  return 56 + Math.max(48, stopCount * 54 + Math.max(0, stopCount - 1) * 20);
}
