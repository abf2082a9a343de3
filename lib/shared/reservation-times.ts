import type { LocalTime, ReservationFields } from "./reservations.ts";
import { lastWallInstant, wallInstant } from "./wall-clock.ts";

/** The calendar date at this end. */
export function localDate({ local }: LocalTime): string {
  return local.slice(0, 10);
}

/** The local time at this end, HH:mm; null while it is unknown. */
export function localClock({ local }: LocalTime): string | null {
  return local.length > 10 ? local.slice(11) : null;
}

/** The earliest instant (epoch ms) that this end can mean: without a time, the day's first minute. */
export function earliestInstant(end: LocalTime): number {
  return wallInstant({ date: localDate(end), time: localClock(end) ?? "00:00" }, end.zone);
}

/**
 * The latest instant (epoch ms) that this end can mean: without a time, the day's last minute; of a repeated hour, the
 * second one.
 */
export function latestInstant(end: LocalTime): number {
  return lastWallInstant({ date: localDate(end), time: localClock(end) ?? "23:59" }, end.zone);
}

/**
 * The instant (epoch ms) of the end after its start. In an hour that the zone repeats it is the first occurrence,
 * unless that is before the start: a train of 02:50 that arrives at 02:10 arrives after the clocks went back.
 */
export function endInstant(start: LocalTime | null, end: LocalTime): number {
  const first = earliestInstant(end);
  return start !== null && first < earliestInstant(start) ? latestInstant(end) : first;
}

export function isStartBeforeEnd(start: LocalTime, end: LocalTime): boolean {
  return earliestInstant(start) <= latestInstant(end);
}

type Timed = Pick<ReservationFields, "id" | "start">;

/**
 * Compares reservations by the instants at which they begin, whatever their local times are; those without a start come
 * last.
 */
export function compareReservations(a: Timed, b: Timed): number {
  const [left, right] = [a, b].map(({ start }) => (start ? earliestInstant(start) : Infinity));
  if (left !== right && left !== undefined && right !== undefined) return left - right;
  return a.id < b.id ? -1 : 1;
}
