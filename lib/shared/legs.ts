import type { TransitWay } from "./day-legs.ts";
import {
  type PlannedDeparture,
  plannedDeparture,
  type DepartureDay,
  type DepartureStop,
} from "./planned-departure.ts";
import { endInstant } from "./reservation-times.ts";
import type { TravelMode } from "./travel-modes.ts";

/**
 * A point of the earth, in degrees. As long as no routing service is asked, a leg between two points is estimated: the
 * straight line, lengthened by the detours that streets add. Estimates are shown as such; the map draws its routes by
 * the same rule.
 */
export interface Point {
  lat: number;
  lng: number;
}

/**
 * The mode of a leg. If nobody chose one, a short leg is a `walk`, a longer one a `ride` by any vehicle, and `far` a
 * leg without a duration, since nobody can tell train from plane.
 */
export type LegMode = TravelMode | "ride" | "far";

export interface Leg {
  mode: LegMode;
  /** The distance along streets. */
  meters: number;
  /** Whole minutes; null for `far`. */
  minutes: number | null;
  /** Set if a routing service computed the leg; absent: the leg is estimated. */
  isRouted?: true;
  /** The leg's line along the streets, as `[lng, lat]`; absent: the straight line. */
  path?: ReadonlyArray<readonly [number, number]>;
  /** The transit connection, if it was requested from a timetable service. */
  transit?: TransitWay;
}

/** A stop with a place, in the form in which legs are computed. */
export interface Waypoint extends Point {
  /** How the group gets to this stop. */
  travelMode?: TravelMode | null | undefined;
  /** When the group travels to this stop by public transport. */
  ride?: PlannedDeparture | null | undefined;
}

/**
 * Computes the leg between two places; null when they are the same place. `ride`: the time of travel, if the leg
 * depends on it.
 */
export type LegOf = (
  from: Point,
  to: Point,
  mode?: TravelMode | null,
  ride?: PlannedDeparture | null,
) => Leg | null;

const EARTH_RADIUS_M = 6_371_008.8;
/** Two points nearer than this are the same place. */
const SAME_PLACE_M = 25;
/** The factor from straight line to streets where nobody chose a travel mode. */
const DETOUR = 1.3;
const WALK_LIMIT_M = 2000;
const FAR_LIMIT_M = 400_000;

interface Pace {
  detour: number;
  /** Minutes of waiting before the movement begins. */
  waitMinutes: number;
  /** The first so many metres at so many km/h, then the next stage, and so on. */
  stages: ReadonlyArray<{ meters: number; kmh: number }>;
}

const WALK: Pace = { detour: DETOUR, waitMinutes: 0, stages: [{ meters: Infinity, kmh: 4.8 }] };

const PACES: Record<TravelMode, Pace> = {
  walk: WALK,
  cycle: { detour: 1.3, waitMinutes: 0, stages: [{ meters: Infinity, kmh: 15 }] },
  drive: {
    detour: 1.35,
    waitMinutes: 0,
    stages: [
      { meters: 10_000, kmh: 35 },
      { meters: 40_000, kmh: 55 },
      { meters: Infinity, kmh: 80 },
    ],
  },
  transit: {
    detour: 1.4,
    waitMinutes: 8,
    stages: [
      { meters: 20_000, kmh: 22 },
      { meters: 60_000, kmh: 60 },
      { meters: Infinity, kmh: 90 },
    ],
  },
};

/** The pace of any vehicle from door to door: a wait, slow through the town, then faster with the distance. */
const RIDE: Pace = {
  detour: DETOUR,
  waitMinutes: 5,
  stages: [
    { meters: 10_000, kmh: 20 },
    { meters: 40_000, kmh: 50 },
    { meters: Infinity, kmh: 90 },
  ],
};

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** Great-circle distance in metres. */
export function distanceMeters(from: Point, to: Point): number {
  const half = (a: number, b: number) => Math.sin((radians(b) - radians(a)) / 2) ** 2;
  const h =
    half(from.lat, to.lat) + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * half(from.lng, to.lng);
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Whether two points are so far apart that nobody can tell train from plane, and that no routing service is asked. */
export function isFar(from: Point, to: Point): boolean {
  return Math.round(distanceMeters(from, to) * DETOUR) > FAR_LIMIT_M;
}

/** Estimates the leg between two points, in the chosen mode or the one that the distance suggests. */
export function estimateLeg(from: Point, to: Point, chosen: TravelMode | null = null): Leg | null {
  const way = estimateUnroundedLeg(from, to, chosen);
  if (!way) return null;
  const { mode, meters, minutes } = way;
  return { mode, meters, minutes: mode === "far" ? null : rounded(mode, minutes) };
}

/**
 * Estimates a leg without rounding, so that legs can be compared; null when both points are the same place. A leg of
 * mode `far` gets the duration of travel by land.
 */
export function estimateUnroundedLeg(
  from: Point,
  to: Point,
  chosen: TravelMode | null = null,
): { mode: LegMode; meters: number; minutes: number } | null {
  const straight = distanceMeters(from, to);
  if (straight < SAME_PLACE_M) return null;
  if (chosen !== null) return paced(chosen, PACES[chosen], straight);
  const meters = Math.round(straight * DETOUR);
  if (meters <= WALK_LIMIT_M) return paced("walk", WALK, straight);
  return paced(meters > FAR_LIMIT_M ? "far" : "ride", RIDE, straight);
}

function paced(mode: LegMode, pace: Pace, straight: number) {
  const meters = Math.round(straight * pace.detour);
  return { mode, meters, minutes: minutesOf(pace, meters) };
}

function minutesOf({ waitMinutes, stages }: Pace, meters: number): number {
  let minutes = waitMinutes;
  let left = meters;
  for (const { meters: reach, kmh } of stages) {
    const part = Math.min(left, reach);
    minutes += part / ((kmh * 1000) / 60);
    left -= part;
  }
  return minutes;
}

/** From this duration on, legs on foot and by bicycle are rounded to steps of five minutes, too. */
export const EXACT_UP_TO_MINUTES = 30;

/**
 * Short durations that do not depend on traffic are shown to the minute; all others are rounded to five minutes, since
 * they are guesses.
 */
function rounded(mode: LegMode, minutes: number): number {
  if ((mode === "walk" || mode === "cycle") && minutes < EXACT_UP_TO_MINUTES)
    return Math.max(1, Math.round(minutes));
  return Math.max(5, Math.round(minutes / 5) * 5);
}

/**
 * Whole minutes from the departure from a stop (epoch ms) until the arrival at the next. For a transit connection that
 * includes the wait for its departure.
 */
export function minutesNeeded(leg: Leg | null, leaving: number): number {
  if (!leg?.transit) return leg?.minutes ?? 0;
  const { departsAt, arrivesAt } = leg.transit;
  return Math.max(0, Math.round((endInstant(departsAt, arrivesAt) - leaving) / 60_000));
}

/** The stops that have a place, in the plan's order. */
export function waypoints(
  stops: ReadonlyArray<{ place: Point | null; travelMode?: TravelMode | null }>,
): Waypoint[] {
  return stops.flatMap(({ place, travelMode }) =>
    place ? [{ lat: place.lat, lng: place.lng, travelMode }] : [],
  );
}

/**
 * Returns the stops that have a place, like {@link waypoints}, with the time of travel by public transport to each
 * stop.
 */
export function timedWaypoints(
  stops: ReadonlyArray<DepartureStop & { place: Point | null }>,
  day: DepartureDay,
): Waypoint[] {
  let at = -1;
  return stops.flatMap((to, index) => {
    if (!to.place) return [];
    const from = stops[at];
    const ride = from ? plannedDeparture(from, to, day, stops.slice(0, at)) : null;
    at = index;
    const { lat, lng } = to.place;
    return [{ lat, lng, travelMode: to.travelMode, ride }];
  });
}

/**
 * The minimum number of stops for another order of a day: the first and the last one stay, so fewer have no other
 * order.
 */
export const MIN_STOPS_TO_ORDER = 4;

/** Sum of the lengths of the legs through the points, in metres. */
export function routeMeters(points: readonly Waypoint[], wayOf: LegOf = estimateLeg): number {
  let total = 0;
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    if (from) total += wayOf(from, to, to.travelMode, to.ride)?.meters ?? 0;
  }
  return total;
}
