import { addDays } from "./dates.ts";
import type { TravelMode } from "./travel-modes.ts";
import { wallInstant } from "./wall-clock.ts";

/** What a planned time is: when one can leave, when one has to be there, or nothing that anybody has said. */
export const PLANNED_BY = ["departure", "arrival", "assumed"] as const;

/** When a timetable is asked about. */
export interface PlannedRide {
  /** Epoch ms, on a step of five minutes, so that plans of nearly the same time share an answer. */
  at: number;
  by: (typeof PLANNED_BY)[number];
}

/** A day of the plan; `zone` is its own, else the trip's. */
export interface RideDay {
  date: string;
  zone: string;
}

export interface RideStop {
  startTime: string | null;
  endTime: string | null;
  timezone: string | null;
  travelMode?: TravelMode | null;
}

const STEP_MS = 5 * 60_000;
/** People are out by then, and everything runs. */
const ASSUMED_TIME = "10:00";

/**
 * When somebody goes from one stop to the next by public transport: at the end of the first, else at its start, else so
 * that they arrive when the next one starts, else after the last time that `earlier` stops of the day have; null where
 * they go otherwise.
 */
export function plannedRide(
  from: RideStop,
  to: RideStop,
  day: RideDay,
  earlier: readonly RideStop[] = [],
): PlannedRide | null {
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

/** No sooner than this. */
function stepFrom(instant: number): number {
  return Math.ceil(instant / STEP_MS) * STEP_MS;
}

/** Epoch ms; 22:00 to 01:00 ends on the next day. */
function leavingTime({ startTime, endTime, timezone }: RideStop, { date, zone }: RideDay): number | null {
  const time = endTime ?? startTime;
  if (time === null) return null;
  const isNextDay = startTime !== null && endTime !== null && endTime < startTime;
  return wallInstant({ date: isNextDay ? addDays(date, 1) : date, time }, timezone ?? zone);
}
