import { addDays, dateRange } from "./dates.ts";
import type { DayDto } from "./days.ts";
import { minutesNeeded, type WayOf } from "./legs.ts";
import { type HoursOf, openState } from "./open-on.ts";
import { type Participants, sharePeople } from "./participants.ts";
import { PLAIN_FACTS } from "./plan-facts.ts";
import { plannedRide } from "./planned-ride.ts";
import { dateSpan, touchesOn } from "./reservation-days.ts";
import { isTravel } from "./reservation-kinds.ts";
import { earliest, endInstant, localClock } from "./reservation-times.ts";
import type { ReservationFields } from "./reservations.ts";
import type { StopFields } from "./stops.ts";
import { wallInstant } from "./wall-clock.ts";

/** A thing of the plan that a check is about. */
export interface CheckedRef {
  kind: "stop" | "reservation";
  id: string;
}

/** What cannot work as it stands. `key` is the same as long as it is the same problem. */
export type TripCheck =
  /** Two things with fixed times, and somebody who takes part in both. */
  | { kind: "overlap"; key: string; date: string; first: CheckedRef; second: CheckedRef }
  /** Less time between two stops than the way is estimated to take; in whole minutes. */
  | { kind: "transfer"; key: string; date: string; from: string; to: string; needed: number; free: number }
  /** `count` nights in a row, from the one that begins on `date`, with neither a bed nor a journey through it. */
  | { kind: "night"; key: string; date: string; count: number }
  /** A stop at a time or on a day that its opening hours leave out; `allDay`: not only at its time. */
  | { kind: "closed"; key: string; date: string; stopId: string; allDay: boolean }
  /** A booking that begins before the trip or ends after it. */
  | { kind: "outside"; key: string; date: string; reservationId: string };

export interface CheckedTrip {
  startDate: string | null;
  endDate: string | null;
  timezone: string;
  days: readonly Pick<DayDto, "id" | "date" | "timezone">[];
  /** In the plan's order. */
  stops: readonly StopFields[];
  reservations: readonly ReservationFields[];
}

/** Estimates are no promises: a few minutes too little are no problem. */
const SLACK_MIN = 5;
const MINUTE_MS = 60_000;

/** All that cannot work, in the order of the days it is about. */
export function checkTrip(trip: CheckedTrip, { wayOf, hoursOf } = PLAIN_FACTS): TripCheck[] {
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
  /** Epoch ms. */
  start: number;
  /** The start, where nobody said when it ends: it can lie in something, and nothing in it. */
  end: number;
  participants: Participants;
  /** The stop that a booking is for; a stop itself. */
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

/** A booking and its stop are one thing, and a ride that stands in the plan is its ticket's; elsewhere people decide. */
function canClash(a: Span, b: Span): boolean {
  if (a.stopId !== null && a.stopId === b.stopId) return false;
  if (a.isRide && b.isRide && a.kind !== b.kind) return false;
  return sharePeople(a.participants, b.participants);
}

function dayById(trip: CheckedTrip): ReadonlyMap<string, CheckedTrip["days"][number]> {
  return new Map(trip.days.map((day) => [day.id, day]));
}

interface Timed {
  stop: StopFields;
  date: string;
  start: number;
  /** null: nobody said when it ends. */
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
    // Coming to a hotel takes no time of its own.
    if (category === "lodging") return [];
    const isRide = category === "transport";
    return [{ kind: "stop" as const, id, date, start, end: end ?? start, participants, stopId: id, isRide }];
  });
}

function reservationSpans(trip: CheckedTrip): Span[] {
  return trip.reservations.flatMap(({ id, kind, start, end, participants, stopId }) => {
    if (!start || !localClock(start) || kind === "lodging" || kind === "car") return [];
    const last = end && localClock(end) ? end : start;
    const span = { start: earliest(start), end: endInstant(start, last), date: start.local.slice(0, 10) };
    return [{ kind: "reservation" as const, id, ...span, participants, stopId, isRide: isTravel(kind) }];
  });
}

function transfers(trip: CheckedTrip, wayOf: WayOf): TripCheck[] {
  const found: TripCheck[] = [];
  const timed = new Map(timedStops(trip).map((each) => [each.stop.id, each]));
  for (const day of trip.days) {
    const stops = trip.stops.filter(({ dayId }) => dayId === day.id);
    for (const [index, to] of stops.entries()) {
      // Whoever is elsewhere meanwhile is not on the way.
      const from = stops.slice(0, index).findLast((each) => sharePeople(each.participants, to.participants));
      const [left, right] = [from && timed.get(from.id), timed.get(to.id)];
      if (!from?.place || !to.place || !left || !right) continue;
      // A ride's own time is the way; and what overlaps is told as that.
      if (from.category === "transport" || left.end === null || right.start < left.end) continue;
      const ride = plannedRide(from, to, { date: day.date, zone: day.timezone ?? trip.timezone });
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

/** A room for the night that begins on this date, or a journey through it. */
function isBed(reservation: ReservationFields, date: string): boolean {
  if (!isTravel(reservation.kind)) return touchesOn(reservation, date).some(({ kind }) => kind === "night");
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
