import { addDays, daysBetween, isCalendarDate } from "#lib/shared/dates.ts";
import { isTravel } from "#lib/shared/reservation-kinds.ts";
import {
  earliestInstant,
  endInstant,
  isStartBeforeEnd,
  localClock,
  localDate,
} from "#lib/shared/reservation-times.ts";
import type { LocalTime, ReservationKind } from "#lib/shared/reservations.ts";
import { isSameWallTime } from "../_model/wall-time.ts";
import { wallClock } from "#lib/shared/wall-clock.ts";

interface Ends {
  start: LocalTime | null;
  end: LocalTime | null;
}

/** Returns a local time of a date, an optional time and a time zone; null without a date. */
export function localTime(date: string, time: string | null, zone: string): LocalTime | null {
  if (!isCalendarDate(date)) return null;
  return { local: time ? `${date}T${time}` : date, zone };
}

/**
 * Returns both ends after one of them was edited. A start that passes the end moves the end along, so that the
 * duration stays; an end before its start is refused.
 */
export function withEditedTime(before: Ends, which: "start" | "end", to: LocalTime | null): Ends | "order" {
  if (which === "end") {
    return to && before.start && !isStartBeforeEnd(before.start, to)
      ? "order"
      : { start: before.start, end: to };
  }
  const { start, end } = before;
  if (!to) return { start: null, end: null };
  if (!start || !end || isStartBeforeEnd(to, end)) return { start: to, end };
  return { start: to, end: movedAlong(start, to, end) };
}

function movedAlong(from: LocalTime, to: LocalTime, end: LocalTime): LocalTime {
  if ([from, to, end].some((each) => localClock(each) === null)) {
    const date = addDays(localDate(end), daysBetween(localDate(from), localDate(to)));
    const moved = { ...end, local: end.local.replace(/^\d{4}-\d{2}-\d{2}/, date) };
    return isStartBeforeEnd(to, moved) ? moved : { ...end, local: localDate(to) };
  }
  const { date, time } = wallClock(
    earliestInstant(end) + earliestInstant(to) - earliestInstant(from),
    end.zone,
  );
  return { ...end, local: `${date}T${time}` };
}

export type StartOrEnd = keyof Ends;

/**
 * Returns the ends that take place at one of a reservation's two places. A reservation that does not travel has its
 * start and its end at one place.
 */
export function timesAtPlace(kind: ReservationKind, place: "from" | "to"): readonly StartOrEnd[] {
  if (place === "to") return ["end"];
  return isTravel(kind) || kind === "car" ? ["start"] : ["start", "end"];
}

/**
 * Returns the ends after their place was moved to another time zone. Ends without a time get the new zone. Those with
 * a time are not changed but listed in `other`, because another zone would make another moment of them.
 */
export function timesAfterPlaceChange(
  before: Ends,
  there: readonly StartOrEnd[],
  zone: string,
): { ends: Ends; other: readonly StartOrEnd[] } {
  const timed: StartOrEnd[] = [];
  const after = { start: before.start, end: before.end };
  for (const which of there) {
    const at = before[which];
    if (!at || isSameWallTime(at.zone, zone, earliestInstant(at))) continue;
    if (localClock(at) === null) after[which] = { ...at, zone };
    else timed.push(which);
  }
  return { ends: isPossible(after) ? after : before, other: timed };
}

/** Returns the same local times in another zone; null if the end would be before the start. */
export function timesInZone(before: Ends, there: readonly StartOrEnd[], zone: string): Ends | null {
  const moved = (which: StartOrEnd) => {
    const at = before[which];
    return at && there.includes(which) ? { ...at, zone } : at;
  };
  const after = { start: moved("start"), end: moved("end") };
  return isPossible(after) ? after : null;
}

function isPossible({ start, end }: Ends): boolean {
  return !start || !end || isStartBeforeEnd(start, end);
}

/** Returns the minutes between the ends; null if a time is unknown. */
export function minutesBetween({ start, end }: Ends): number | null {
  if (!start || !end || localClock(start) === null || localClock(end) === null) return null;
  return Math.round((endInstant(start, end) - earliestInstant(start)) / 60_000);
}

/** Returns the names of the two ends of a kind, as keys of `trip-bookings.field`. */
export function startAndEndLabels(kind: ReservationKind) {
  if (isTravel(kind)) return { start: "departs", end: "arrives" } as const;
  if (kind === "lodging") return { start: "checkIn", end: "checkOut" } as const;
  if (kind === "car") return { start: "pickUp", end: "dropOff" } as const;
  return { start: "starts", end: "ends" } as const;
}
