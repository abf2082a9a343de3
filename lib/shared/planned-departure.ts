import { addDays } from "./dates.ts";
import type { TravelMode } from "./travel-modes.ts";
import { wallInstant } from "./wall-clock.ts";

/**
 * What the time of a search for transit connections means: the earliest departure, the latest arrival, or an assumed
 * departure because no time is planned.
 */
export const PLANNED_TIME_KINDS = ["departure", "arrival", "assumed"] as const;

/** The time for which transit connections are requested from a timetable service. */
export interface PlannedDeparture {
  /** Epoch ms, rounded to five minutes, so that plans of nearly the same time share a cached answer. */
  at: number;
  by: (typeof PLANNED_TIME_KINDS)[number];
}

/** A day of the plan; `zone` is the day's own time zone, or else the trip's. */
export interface DepartureDay {
  date: string;
  zone: string;
}

export interface DepartureStop {
  startTime: string | null;
  endTime: string | null;
  timezone: string | null;
  travelMode?: TravelMode | null;
}

const STEP_MS = 5 * 60_000;
/** The local time of the assumed departure: at this time people have left, and all vehicles run. */
const ASSUMED_TIME = "10:00";

/**
 * When the group travels from one stop to the next by public transport: at the end of the first stop, or else at its
 * start, or else so that it arrives when the next stop starts, or else after the last time that the `earlier` stops of
 * the day have. null if the travel mode is another one.
 */
export function plannedDeparture(
  from: DepartureStop,
  to: DepartureStop,
  day: DepartureDay,
  earlier: readonly DepartureStop[] = [],
): PlannedDeparture | null {
  if (to.travelMode !== "transit") return null;
  const leaving = leavingTime(from, day);
  if (leaving !== null) return { at: stepFrom(leaving), by: "departure" };
  if (to.startTime !== null) {
    const arriving = wallInstant({ date: day.date, time: to.startTime }, to.timezone ?? day.zone);
    return { at: Math.floor(arriving / STEP_MS) * STEP_MS, by: "arrival" };
  }
  const left = earlier.flatMap((stop) => leavingTime(stop, day) ?? []);
  if (left.length > 0) return { at: stepFrom(Math.max(...left)), by: "assumed" };
  const zone = from.timezone ?? day.zone;
  return { at: wallInstant({ date: day.date, time: ASSUMED_TIME }, zone), by: "assumed" };
}

/** Rounds up to the next step of five minutes. */
function stepFrom(instant: number): number {
  return Math.ceil(instant / STEP_MS) * STEP_MS;
}

/** The time at which the group leaves a stop, in epoch ms; a stop from 22:00 to 01:00 ends on the next day. */
function leavingTime(
  { startTime, endTime, timezone }: DepartureStop,
  { date, zone }: DepartureDay,
): number | null {
  const time = endTime ?? startTime;
  if (time === null) return null;
  const isNextDay = startTime !== null && endTime !== null && endTime < startTime;
  return wallInstant({ date: isNextDay ? addDays(date, 1) : date, time }, timezone ?? zone);
}
