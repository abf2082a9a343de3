import { addDays, daysBetween, isCalendarDate } from "#lib/shared/dates.ts";
import { isTravel } from "#lib/shared/reservation-kinds.ts";
import { earliest, isInOrder, localClock, localDate } from "#lib/shared/reservation-times.ts";
import type { LocalTime, ReservationKind } from "#lib/shared/reservations.ts";
import { wallClock } from "#lib/shared/wall-clock.ts";

interface Ends {
  start: LocalTime | null;
  end: LocalTime | null;
}

/** A date, with a time where it is known, as the clocks of a zone show it; null without a date. */
export function localTime(date: string, time: string | null, zone: string): LocalTime | null {
  if (!isCalendarDate(date)) return null;
  return { local: time ? `${date}T${time}` : date, zone };
}

/**
 * Both ends after one of them was edited. A start that passes the end takes it along, as long as before; an end that is
 * before its start is refused.
 */
export function editedEnds(before: Ends, which: "start" | "end", to: LocalTime | null): Ends | "order" {
  if (which === "end") {
    return to && before.start && !isInOrder(before.start, to) ? "order" : { start: before.start, end: to };
  }
  const { start, end } = before;
  if (!to) return { start: null, end: null };
  if (!start || !end || isInOrder(to, end)) return { start: to, end };
  return { start: to, end: movedAlong(start, to, end) };
}

function movedAlong(from: LocalTime, to: LocalTime, end: LocalTime): LocalTime {
  if ([from, to, end].some((each) => localClock(each) === null)) {
    const date = addDays(localDate(end), daysBetween(localDate(from), localDate(to)));
    const moved = { ...end, local: end.local.replace(/^\d{4}-\d{2}-\d{2}/, date) };
    return isInOrder(to, moved) ? moved : { ...end, local: localDate(to) };
  }
  const { date, time } = wallClock(earliest(end) + earliest(to) - earliest(from), end.zone);
  return { ...end, local: `${date}T${time}` };
}

/** Minutes from the one to the other; null while a time is unknown. */
export function minutesBetween({ start, end }: Ends): number | null {
  if (!start || !end || localClock(start) === null || localClock(end) === null) return null;
  return Math.round((earliest(end) - earliest(start)) / 60_000);
}

/** What the two ends of a kind are called: keys of `trip-bookings.field`. */
export function endNames(kind: ReservationKind) {
  if (isTravel(kind)) return { start: "departs", end: "arrives" } as const;
  if (kind === "lodging") return { start: "checkIn", end: "checkOut" } as const;
  if (kind === "car") return { start: "pickUp", end: "dropOff" } as const;
  return { start: "starts", end: "ends" } as const;
}
