import { addDays } from "./dates.ts";
import { isTravel } from "./reservation-kinds.ts";
import { earliestInstant, localDate } from "./reservation-times.ts";
import type { LocalTime, ReservationFields } from "./reservations.ts";

/**
 * What a reservation is on a day:
 * - travel: `departure` and `arrival` on the local dates of its ends, `travel` when both are one date, `underway` between;
 * - lodging: `check-in` and `check-out`, and a `night` on each date on which a night begins, the first one's too;
 * - car: `pick-up` and `drop-off`;
 * - everything else: `at`, on each date from its first to its last.
 */
export type ReservationPhaseKind =
  | "underway"
  | "check-out"
  | "drop-off"
  | "arrival"
  | "travel"
  | "at"
  | "departure"
  | "pick-up"
  | "check-in"
  | "night";

export interface ReservationPhase {
  kind: ReservationPhaseKind;
  /** The end of the reservation (`start` or `end`) that happens on this day; null for what lies between the two. */
  at: LocalTime | null;
}

export interface ReservationDayEntry<R> extends ReservationPhase {
  reservation: R;
}

type Dated = Pick<ReservationFields, "kind" | "start" | "end">;

/**
 * The first and last calendar dates at the reservation's ends; across the date line the last one may be earlier. null:
 * undated.
 */
export function dateSpan({
  start,
  end,
}: Pick<Dated, "start" | "end">): { first: string; last: string } | null {
  if (!start) return null;
  const [from, to] = [localDate(start), localDate(end ?? start)];
  return from <= to ? { first: from, last: to } : { first: to, last: from };
}

/** What the reservation is on this date, in the order in which it happens; empty when it does not touch the date. */
export function reservationPhasesOn(reservation: Dated, date: string): ReservationPhase[] {
  const { kind, start, end } = reservation;
  const span = dateSpan(reservation);
  if (!start || !span || date < span.first || date > span.last) return [];
  if (isTravel(kind)) return travelOn(start, end, date);
  if (kind === "lodging") return lodgingOn(start, end, date);
  if (kind === "car") return endsOn(start, end, date, "pick-up", "drop-off");
  return [
    { kind: "at", at: date === localDate(start) ? start : end && date === localDate(end) ? end : null },
  ];
}

function travelOn(start: LocalTime, end: LocalTime | null, date: string): ReservationPhase[] {
  if (end && localDate(start) === localDate(end)) return [{ kind: "travel", at: start }];
  const ends = endsOn(start, end, date, "departure", "arrival");
  if (ends.length > 0) return ends;
  // A flight eastward over the date line lands on the date before: no date lies between.
  return [{ kind: "underway", at: null }];
}

function lodgingOn(start: LocalTime, end: LocalTime | null, date: string): ReservationPhase[] {
  // While the check-out is not known, the stay counts as one night.
  const checkOut = end ? localDate(end) : addDays(localDate(start), 1);
  const isNight = date >= localDate(start) && date < checkOut;
  const ends = endsOn(start, end, date, "check-in", "check-out");
  return isNight ? [...ends, { kind: "night", at: null }] : ends;
}

function endsOn(
  start: LocalTime,
  end: LocalTime | null,
  date: string,
  first: ReservationPhaseKind,
  last: ReservationPhaseKind,
): ReservationPhase[] {
  const touches: ReservationPhase[] = [];
  if (localDate(start) === date) touches.push({ kind: first, at: start });
  if (end && localDate(end) === date) touches.push({ kind: last, at: end });
  return touches;
}

/**
 * All reservations of this date, in the order in which they happen; those that last all day come first, nights last.
 */
export function reservationsOn<R extends Dated & { id: string }>(
  reservations: readonly R[],
  date: string,
): ReservationDayEntry<R>[] {
  return reservations
    .flatMap((reservation) =>
      reservationPhasesOn(reservation, date).map(({ kind, at }) => ({ reservation, kind, at })),
    )
    .toSorted(compareTouches);
}

/** The order of the phases of reservations that happen at the same moment: ends come before beginnings. */
const AT_ONCE: readonly ReservationPhaseKind[] = [
  "underway",
  "check-out",
  "drop-off",
  "arrival",
  "travel",
  "at",
  "departure",
  "pick-up",
  "check-in",
  "night",
];

type Placed = ReservationDayEntry<{ id: string }>;

function compareTouches(a: Placed, b: Placed): number {
  const [left, right] = [momentOf(a), momentOf(b)];
  if (left !== right) return left < right ? -1 : 1;
  const order = AT_ONCE.indexOf(a.kind) - AT_ONCE.indexOf(b.kind);
  if (order !== 0) return order;
  return a.reservation.id < b.reservation.id ? -1 : 1;
}

function momentOf({ kind, at }: ReservationPhase): number {
  if (at) return earliestInstant(at);
  return kind === "night" ? Infinity : -Infinity;
}
