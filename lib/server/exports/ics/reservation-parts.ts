import { addDays } from "#lib/shared/dates.ts";
import { dateSpan } from "#lib/shared/reservation-days.ts";
import { earliestInstant, endInstant, localClock, localDate } from "#lib/shared/reservation-times.ts";
import type { LocalTime, ReservationDto } from "#lib/shared/reservations.ts";
import { wallClock } from "#lib/shared/wall-clock.ts";
import type { IcsEvent, Moment } from "./event.ts";

/** One event of a reservation: the whole reservation, or one of its two ends. */
export interface ReservationPart extends Pick<IcsEvent, "start" | "end" | "isTransparent"> {
  part: "whole" | "start" | "end";
}

/**
 * A longer reservation is shown as events at its two ends, because a rented car, for example, does not make anybody
 * busy for days.
 */
const LONGEST_EVENT_MS = 24 * 60 * 60_000;

/**
 * Returns the calendar events of a reservation. A known time is always used; a reservation with dates only becomes
 * whole days in which the person is free. Both ends of an iCalendar event have a time or neither has one (RFC 5545
 * §3.6.1), so ends that differ in this become two events.
 */
export function reservationParts(reservation: ReservationDto): ReservationPart[] {
  const { kind, start, end } = reservation;
  if (!start) return end ? [atOneEnd("end", end)] : [];
  if (kind === "lodging") return [nights(reservation, start)];
  if (!end) return [atOneEnd("whole", start)];
  const times = [start, end].filter((each) => localClock(each) !== null).length;
  if (times === 2) return timed(kind, start, end);
  if (times === 1) return onOneSide(start, end);
  const span = dateSpan(reservation);
  return span ? [{ part: "whole", ...wholeDays(start.zone, span.first, addDays(span.last, 1)) }] : [];
}

function timed(kind: ReservationDto["kind"], start: LocalTime, end: LocalTime): ReservationPart[] {
  const lasts = endInstant(start, end) - earliestInstant(start);
  if (kind !== "car" && lasts <= LONGEST_EVENT_MS) {
    return [{ part: "whole", start: moment(start), end: endMoment(start, end), isTransparent: false }];
  }
  return [atOneEnd("start", start), { ...atOneEnd("end", end), start: endMoment(start, end) }];
}

/** Returns the events when one end has a time. When both ends have the same date, the other end adds nothing. */
function onOneSide(start: LocalTime, end: LocalTime): ReservationPart[] {
  const parts = [atOneEnd("start", start), atOneEnd("end", end)];
  if (localDate(start) !== localDate(end)) return parts;
  return localClock(start) === null ? parts.slice(1) : [{ ...atOneEnd("whole", start) }];
}

function atOneEnd(part: ReservationPart["part"], at: LocalTime): ReservationPart {
  if (localClock(at) !== null) return { part, start: moment(at), end: null, isTransparent: false };
  const date = localDate(at);
  return { part, ...wholeDays(at.zone, date, addDays(date, 1)) };
}

/** Returns the days from check-in to check-out; one night when the end is unknown. */
function nights(reservation: ReservationDto, start: LocalTime): ReservationPart {
  const span = dateSpan(reservation) ?? { first: localDate(start), last: localDate(start) };
  const last = span.last > span.first ? span.last : addDays(span.first, 1);
  return { part: "whole", ...wholeDays(start.zone, span.first, last) };
}

/** Returns times for whole days; `end` is the first date after them. */
function wholeDays(
  zone: string,
  first: string,
  end: string,
): Pick<IcsEvent, "start" | "end" | "isTransparent"> {
  const start = { date: first, time: null, zone };
  return { start, end: { date: end, time: null, zone }, isTransparent: true };
}

function moment(at: LocalTime): Moment {
  return { date: localDate(at), time: localClock(at), zone: at.zone };
}

/**
 * Returns the end. When its local time occurs twice and the second one is meant, it is in UTC, because a local time
 * can't express that.
 */
function endMoment(start: LocalTime, end: LocalTime): Moment {
  const instant = endInstant(start, end);
  return instant === earliestInstant(end) ? moment(end) : { ...wallClock(instant, "UTC"), zone: "UTC" };
}
