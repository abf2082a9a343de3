import type { DayDto } from "#lib/shared/days.ts";
import { daysBetween } from "#lib/shared/dates.ts";
import { dateSpan, reservationsOn, type ReservationDayEntry } from "#lib/shared/reservation-days.ts";
import { earliestInstant, localClock } from "#lib/shared/reservation-times.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import { wallInstant } from "#lib/shared/wall-clock.ts";
import type { PlanRow } from "./plan-model.ts";

/** What a reservation is on one day: for example its departure, a night or its check-out. */
export type DayBooking = ReservationDayEntry<ReservationDto>;

/** The reservations of each day by the day's id, in the order of their times. */
export type BookingsByDay = ReadonlyMap<string, readonly DayBooking[]>;

const NONE: readonly DayBooking[] = [];

export function bookingsOf(byDay: BookingsByDay, dayId: string): readonly DayBooking[] {
  return byDay.get(dayId) ?? NONE;
}

/**
 * Creates a function that groups reservations by day. A day without a change keeps the same list object, so that it
 * does not render again.
 */
export function createBookingGrouper(): (
  reservations: readonly ReservationDto[],
  days: readonly DayDto[],
) => BookingsByDay {
  let last: BookingsByDay = new Map();
  return (reservations, days) => {
    const spans = reservations.map((reservation) => ({ reservation, span: dateSpan(reservation) }));
    last = new Map(
      days.map(({ id, date }) => {
        const near = spans.filter(({ span }) => span && span.first <= date && date <= span.last);
        const found = reservationsOn(
          near.map(({ reservation }) => reservation),
          date,
        );
        return [id, keepSame(last.get(id), found)];
      }),
    );
    return last;
  };
}

function keepSame(before: readonly DayBooking[] | undefined, now: readonly DayBooking[]) {
  if (now.length === 0) return NONE;
  const isSame =
    before?.length === now.length &&
    now.every((each, index) => {
      const old = before[index];
      return old?.reservation === each.reservation && old.kind === each.kind;
    });
  return isSame ? before : now;
}

export type DayRow = { stop: PlanRow; booking?: never } | { booking: DayBooking; stop?: never };

/**
 * Returns the day's stops with its reservations among them. Stops keep their order; a reservation with a time is
 * placed by the stops that have one, and nights end the day.
 */
export function weaveBookings(
  rows: readonly PlanRow[],
  bookings: readonly DayBooking[],
  date: string,
  zone: string,
): DayRow[] {
  if (bookings.length === 0) return rows.map((stop) => ({ stop }));
  const starts = rows.map(({ stop }) =>
    stop.startTime ? wallInstant({ date, time: stop.startTime }, stop.timezone ?? zone) : null,
  );
  const gaps: DayBooking[][] = [[], ...rows.map(() => [])];
  let reached = 0;
  for (const booking of bookings) {
    if (isInNight(booking)) continue;
    const gap = gapFor(booking, starts);
    // Two reservations with times never change their order, whatever stops are between them.
    if (isTimed(booking)) reached = Math.max(reached, gap);
    gaps[isTimed(booking) ? reached : gap]?.push(booking);
  }
  return gaps.flatMap((gap, index) => {
    const before = gap.map((booking): DayRow => ({ booking }));
    const row = rows[index];
    return row ? before.concat({ stop: row }) : before;
  });
}

/** Whether the reservation is a check-in without a time, which the band of the first night contains. */
function isInNight(booking: DayBooking): boolean {
  return booking.kind === "check-in" && !isTimed(booking);
}

function isTimed({ at }: DayBooking): boolean {
  return at !== null && localClock(at) !== null;
}

/**
 * Returns the index of the stop before which the reservation is placed. What opens a day (such as an arrival) is
 * placed as early as the stops with times allow, everything else as late.
 */
function gapFor(booking: DayBooking, starts: readonly (number | null)[]): number {
  const { at } = booking;
  if (booking.kind === "night") return starts.length;
  if (at === null || !isTimed(booking)) return isOpening(booking) ? 0 : starts.length;
  const moment = earliestInstant(at);
  if (isOpening(booking)) return starts.findLastIndex((start) => start !== null && start <= moment) + 1;
  const next = starts.findIndex((start) => start !== null && start > moment);
  return next < 0 ? starts.length : next;
}

/**
 * A reservation before this time comes before stops without a time, a later one after them: lunch before, dinner
 * after.
 */
const AFTERNOON = "15:00";

/** Whether stops without a time come after the reservation. */
function isOpening({ kind, at }: DayBooking): boolean {
  switch (kind) {
    case "underway":
    case "check-out":
    case "arrival":
    case "drop-off":
      return true;
    case "departure":
    case "check-in":
    case "night":
      return false;
    default:
      return at === null || (localClock(at) ?? "00:00") < AFTERNOON;
  }
}

/** Returns which night of a stay begins on a date, and how many nights there are, as for "Night 2 of 5". */
export function nightOf(
  { start, end }: Pick<ReservationDto, "start" | "end">,
  date: string,
): { night: number; count: number } {
  const first = start?.local.slice(0, 10) ?? date;
  const count = end ? daysBetween(first, end.local.slice(0, 10)) : 1;
  return { night: daysBetween(first, date) + 1, count: Math.max(1, count) };
}
