import { addDays, dateRange } from "./dates.ts";
import type { DayDto } from "./days.ts";
import { minutesNeeded, type LegOf } from "./legs.ts";
import { type HoursOf, openState } from "./open-state.ts";
import { type Participants, hasCommonParticipant } from "./participants.ts";
import { LOCAL_PLAN_FACTS } from "./plan-facts.ts";
import { plannedDeparture } from "./planned-departure.ts";
import { dateSpan, reservationPhasesOn } from "./reservation-days.ts";
import { isTravel } from "./reservation-kinds.ts";
import { earliestInstant, endInstant, localClock } from "./reservation-times.ts";
import type { ReservationFields } from "./reservations.ts";
import type { StopFields } from "./stops.ts";
import { wallInstant } from "./wall-clock.ts";

/** A stop or reservation that a trip check is about. */
export interface CheckedRef {
  kind: "stop" | "reservation";
  id: string;
}

/** A part of the plan that can't work as it is planned. `key` stays the same as long as the problem is the same. */
export type TripCheck =
  /** Two stops or reservations with overlapping times, and a member who takes part in both. */
  | { kind: "overlap"; key: string; date: string; first: CheckedRef; second: CheckedRef }
  /** The time between two stops is shorter than the estimated leg; in whole minutes. */
  | { kind: "transfer"; key: string; date: string; from: string; to: string; needed: number; free: number }
  /**
   * `count` nights in a row, from the one that begins on `date`, without lodging and without travel through the night.
   */
  | { kind: "night"; key: string; date: string; count: number }
  /** A stop at a time or on a day at which its place is closed; `allDay`: the place is closed on the whole day. */
  | { kind: "closed"; key: string; date: string; stopId: string; allDay: boolean }
  /** A reservation that begins before the trip or ends after it. */
  | { kind: "outside"; key: string; date: string; reservationId: string };

export interface CheckedTrip {
  startDate: string | null;
  endDate: string | null;
  timezone: string;
  days: readonly Pick<DayDto, "id" | "date" | "timezone">[];
  /** The stops in the plan's order. */
  stops: readonly StopFields[];
  reservations: readonly ReservationFields[];
}

/**
 * How many minutes a leg may lack before a trip check reports it: legs are estimates, so a few missing minutes are no
 * problem.
 */
const SLACK_MIN = 5;
const MINUTE_MS = 60_000;

/** Returns everything that can't work, in the order of the days that it is about. */
export function checkTrip(trip: CheckedTrip, { wayOf, hoursOf } = LOCAL_PLAN_FACTS): TripCheck[] {
  const checks = [
    ...overlaps(trip),
    ...transfers(trip, wayOf),
    ...nights(trip),
    ...closedStops(trip, hoursOf),
    ...outside(trip),
  ];
  return checks.toSorted((a, b) =>
    a.date === b.date ? compareKeys(a.key, b.key) : compareKeys(a.date, b.date),
  );
}

function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

interface Span extends CheckedRef {
  date: string;
  /** The instant at which the stop or reservation begins, in epoch ms. */
  start: number;
  /**
   * If no end is planned, the end equals the start: such a span can lie inside another one, but none can lie inside it.
   */
  end: number;
  participants: Participants;
  /** The stop that a reservation is for, or the stop's own id. */
  stopId: string | null;
  isRide: boolean;
}

function overlaps(trip: CheckedTrip): TripCheck[] {
  const spans = [...stopSpans(trip), ...reservationSpans(trip)].toSorted((a, b) => a.start - b.start);
  const found: TripCheck[] = [];
  for (const [index, first] of spans.entries()) {
    for (const second of spans.slice(index + 1)) {
      if (second.start >= first.end) break;
      if (!canClash(first, second)) continue;
      const [a, b] = [ref(first), ref(second)];
      found.push({ kind: "overlap", key: `overlap:${a.id}:${b.id}`, date: first.date, first: a, second: b });
    }
  }
  return found;
}

function ref({ kind, id }: Span): CheckedRef {
  return { kind, id };
}

/**
 * Whether two spans can conflict. A reservation and its stop are one thing, and a transport stop in the plan belongs to
 * the ticket's reservation; elsewhere the members decide.
 */
function canClash(a: Span, b: Span): boolean {
  if (a.stopId !== null && a.stopId === b.stopId) return false;
  if (a.isRide && b.isRide && a.kind !== b.kind) return false;
  return hasCommonParticipant(a.participants, b.participants);
}

function dayById(trip: CheckedTrip): ReadonlyMap<string, CheckedTrip["days"][number]> {
  return new Map(trip.days.map((day) => [day.id, day]));
}

interface Timed {
  stop: StopFields;
  date: string;
  start: number;
  /** The end of the stop in epoch ms; null: no end is planned. */
  end: number | null;
}

/** The stops of the days that have a time, in the plan's order. */
function timedStops(trip: CheckedTrip): Timed[] {
  const days = dayById(trip);
  return trip.stops.flatMap((stop): Timed[] => {
    const day = stop.dayId === null ? undefined : days.get(stop.dayId);
    if (!day || !stop.startTime) return [];
    const { startTime, endTime } = stop;
    const zone = stop.timezone ?? day.timezone ?? trip.timezone;
    const start = wallInstant({ date: day.date, time: startTime }, zone);
    if (!endTime) return [{ stop, date: day.date, start, end: null }];
    const endDate = endTime < startTime ? addDays(day.date, 1) : day.date;
    return [{ stop, date: day.date, start, end: wallInstant({ date: endDate, time: endTime }, zone) }];
  });
}

function stopSpans(trip: CheckedTrip): Span[] {
  return timedStops(trip).flatMap(({ stop, date, start, end }) => {
    const { id, participants, category } = stop;
    // Arriving at a hotel takes no time of its own.
    if (category === "lodging") return [];
    const isRide = category === "transport";
    return [{ kind: "stop" as const, id, date, start, end: end ?? start, participants, stopId: id, isRide }];
  });
}

function reservationSpans(trip: CheckedTrip): Span[] {
  return trip.reservations.flatMap(({ id, kind, start, end, participants, stopId }) => {
    if (!start || !localClock(start) || kind === "lodging" || kind === "car") return [];
    const last = end && localClock(end) ? end : start;
    const span = {
      start: earliestInstant(start),
      end: endInstant(start, last),
      date: start.local.slice(0, 10),
    };
    return [{ kind: "reservation" as const, id, ...span, participants, stopId, isRide: isTravel(kind) }];
  });
}

function transfers(trip: CheckedTrip, wayOf: LegOf): TripCheck[] {
  const found: TripCheck[] = [];
  const timed = new Map(timedStops(trip).map((each) => [each.stop.id, each]));
  for (const day of trip.days) {
    const stops = trip.stops.filter(({ dayId }) => dayId === day.id);
    for (const [index, to] of stops.entries()) {
      // A member who is at another stop between the two does not make this leg.
      const from = stops
        .slice(0, index)
        .findLast((each) => hasCommonParticipant(each.participants, to.participants));
      const [left, right] = [from && timed.get(from.id), timed.get(to.id)];
      if (!from?.place || !to.place || !left || !right) continue;
      // The duration of a transport stop is the leg itself; overlapping stops are reported as `overlap`.
      if (from.category === "transport" || left.end === null || right.start < left.end) continue;
      const ride = plannedDeparture(from, to, { date: day.date, zone: day.timezone ?? trip.timezone });
      const needed = minutesNeeded(wayOf(from.place, to.place, to.travelMode, ride), left.end);
      const free = Math.round((right.start - left.end) / MINUTE_MS);
      if (needed - free < SLACK_MIN) continue;
      const key = `transfer:${from.id}:${to.id}`;
      found.push({ kind: "transfer", key, date: day.date, from: from.id, to: to.id, needed, free });
    }
  }
  return found;
}

function nights({ startDate, endDate, reservations }: CheckedTrip): TripCheck[] {
  if (!startDate || !endDate) return [];
  const runs: { date: string; count: number }[] = [];
  for (const date of dateRange(startDate, addDays(endDate, -1))) {
    if (reservations.some((reservation) => isBed(reservation, date))) continue;
    const last = runs.at(-1);
    if (last && addDays(last.date, last.count) === date) last.count += 1;
    else runs.push({ date, count: 1 });
  }
  return runs.map(({ date, count }) => ({ kind: "night", key: `night:${date}`, date, count }));
}

/** Whether a reservation is lodging for the night that begins on this date, or travel through it. */
function isBed(reservation: ReservationFields, date: string): boolean {
  if (!isTravel(reservation.kind))
    return reservationPhasesOn(reservation, date).some(({ kind }) => kind === "night");
  const span = dateSpan(reservation);
  return span !== null && span.first <= date && date < span.last;
}

function closedStops(trip: CheckedTrip, hoursOf: HoursOf): TripCheck[] {
  const days = dayById(trip);
  return trip.stops.flatMap((stop): TripCheck[] => {
    const { id, dayId, startTime } = stop;
    const date = dayId === null ? undefined : days.get(dayId)?.date;
    const state = date === undefined ? null : openState(hoursOf(stop, date) ?? [], date, startTime);
    if (date === undefined || state?.isOpen !== false) return [];
    return [{ kind: "closed", key: `closed:${id}`, date, stopId: id, allDay: state.spans.length === 0 }];
  });
}

function outside({ startDate, endDate, reservations }: CheckedTrip): TripCheck[] {
  if (!startDate || !endDate) return [];
  return reservations.flatMap((reservation): TripCheck[] => {
    const span = dateSpan(reservation);
    if (!span || (span.first >= startDate && span.last <= endDate)) return [];
    const { id } = reservation;
    return [{ kind: "outside", key: `outside:${id}`, date: span.first, reservationId: id }];
  });
}
