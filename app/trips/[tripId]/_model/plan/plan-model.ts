import { isShallowEqual } from "#lib/client/base/is-same.ts";
import { addDays } from "#lib/shared/dates.ts";
import type { DayDto } from "#lib/shared/days.ts";
import { type Leg, minutesNeeded } from "#lib/shared/legs.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { type HoursOf, openState } from "#lib/shared/open-state.ts";
import { LOCAL_PLAN_FACTS } from "#lib/shared/plan-facts.ts";
import { plannedDeparture } from "#lib/shared/planned-departure.ts";
import { hasCommonParticipant } from "#lib/shared/participants.ts";
import { wallInstant } from "#lib/shared/wall-clock.ts";

/** The stops of each day in the plan's order; the key null holds Ideas. */
export type StopsByDay = ReadonlyMap<string | null, readonly StopDto[]>;

const NONE: readonly StopDto[] = [];

/**
 * Groups the trip's sorted stops by day. An unchanged list stays the same object, so that only the changed day
 * renders again. A stop whose day does not exist (for example while dates are changed) is listed in Ideas.
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

/** Creates a function that groups stops by day and reuses the unchanged lists of its previous result. */
export function createStopGrouper(): (stops: readonly StopDto[], days: readonly DayDto[]) => StopsByDay {
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

/**
 * A problem of a stop's time. `key` is the key of the trip check that reports the same problem, so that dismissing
 * one dismisses both.
 */
export type TimeWarning = { key: string } & (
  | { /** The stop starts before the stop above it starts. */ kind: "backwards"; time: string }
  | { kind: "overlap"; name: string; time: string }
  | { /** There is less time than the leg takes. */ kind: "tight"; free: number; needed: number }
  | { kind: "closed"; /** Whether the place is closed all day. */ allDay: boolean }
);

export interface PlanRow {
  stop: StopDto;
  /** The number on the marker; null if the stop has an icon instead. */
  number: number | null;
  /** The leg from the stop above to this one. */
  leg: Leg | null;
  warning: TimeWarning | null;
}

/**
 * Whether a stop is numbered. Lodging and transport have an icon instead, because they are what the day's stops lie
 * between.
 */
export function hasNumber(stop: Pick<StopDto, "category">): boolean {
  return stop.category !== "lodging" && stop.category !== "transport";
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Returns the rows of a day in their order.
 * @param zone the time zone of the day, else of the trip
 * @param setAside the keys of the warnings that members have dismissed
 */
export function planRows(
  stops: readonly StopDto[],
  date: string,
  zone: string,
  setAside = NOTHING,
  { wayOf, hoursOf } = LOCAL_PLAN_FACTS,
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
    // There is no leg between two stops without a common participant.
    const isWay = above !== undefined && hasCommonParticipant(above.participants, stop.participants);
    const leg = isWay ? wayBetween(above, stop) : null;
    const now = timedStop(stop, date, zone);
    // Only an earlier stop with a common participant can overlap in time.
    const last = timed.findLast((each) => hasCommonParticipant(each.stop.participants, stop.participants));
    // The leg that the stop's participants have to cover begins at the last stop before it that shares a participant
    // with it.
    const from = stops
      .slice(0, index)
      .findLast((each) => hasCommonParticipant(each.participants, stop.participants));
    const way = from && last?.stop === from ? wayBetween(from, stop) : null;
    const clash = now && last ? compareTimes(last, now, way) : null;
    const warning = clash ?? closedWarning(stop, date, hoursOf);
    if (now) timed.push(now);
    const isShown = warning !== null && !setAside.has(warning.key);
    return { stop, number: hasNumber(stop) ? ++number : null, leg, warning: isShown ? warning : null };
  });
}

/**
 * Creates a function that reuses unchanged rows of its previous result, so that only changed rows and their legs
 * render again.
 */
export function createRowCache(): (rows: PlanRow[]) => PlanRow[] {
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
  const leg = isShallowEqual(before.leg, now.leg) ? before.leg : now.leg;
  const warning = isShallowEqual(before.warning, now.warning) ? before.warning : now.warning;
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

/** Whether the stop ends on the next day, for example from 22:00 to 01:00. */
export function endsNextDay({ startTime, endTime }: Pick<StopDto, "startTime" | "endTime">): boolean {
  return startTime !== null && endTime !== null && endTime < startTime;
}

/** A leg's duration is an estimate, so a few minutes too little are no problem. */
const SLACK_MIN = 5;

function compareTimes(above: TimedStop, now: TimedStop, leg: Leg | null): TimeWarning | null {
  const ids = `${above.stop.id}:${now.stop.id}`;
  if (now.start < above.start)
    return { kind: "backwards", key: `backwards:${ids}`, time: above.stop.startTime ?? "" };
  if (above.end === null) return null;
  if (now.start < above.end) {
    // A stay at a lodging includes other stops, so it does not overlap with them.
    if (above.stop.category === "lodging" || now.stop.category === "lodging") return null;
    return { kind: "overlap", key: `overlap:${ids}`, name: above.stop.name, time: above.stop.endTime ?? "" };
  }
  const free = Math.round((now.start - above.end) / 60_000);
  // A stop of transport is the movement itself, so no further time is needed between it and the next stop.
  const needed = above.stop.category === "transport" ? 0 : minutesNeeded(leg, above.end);
  return needed - free >= SLACK_MIN ? { kind: "tight", key: `transfer:${ids}`, free, needed } : null;
}

/** Estimates the height of a day before the browser has laid it out, so that the scroll bar does not jump. */
export function estimatedHeight(stopCount: number, bookingCount: number): number {
  const stops = stopCount * 54 + Math.max(0, stopCount - 1) * 20;
  return 56 + Math.max(48, stops + bookingCount * 50);
}
