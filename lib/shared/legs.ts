/**
 * How one gets from stop to stop, as long as no router is asked: the straight line, lengthened by what streets add.
 * These are estimates and are shown as such; the map draws its routes by the same rule.
 */
export interface Point {
  lat: number;
  lng: number;
}

/** `walk` is dotted, `ride` is solid; `far` is a line without a time, since nobody can tell train from plane. */
export type LegMode = "walk" | "ride" | "far";

export interface Leg {
  mode: LegMode;
  /** Along streets, estimated. */
  meters: number;
  /** Whole minutes; null for `far`. */
  minutes: number | null;
}

const EARTH_RADIUS_M = 6_371_008.8;
/** What streets add to the straight line, as an average over cities. */
const DETOUR = 1.3;
const WALK_LIMIT_M = 2000;
const FAR_LIMIT_M = 400_000;
const WALK_M_PER_MIN = 4800 / 60;

/** Door to door by whatever rides: a wait, slow through the town, then faster the further it goes. */
const RIDE_WAIT_MIN = 5;
const RIDE_STAGES = [
  { meters: 10_000, perMinute: 20_000 / 60 },
  { meters: 40_000, perMinute: 50_000 / 60 },
  { meters: Infinity, perMinute: 90_000 / 60 },
];

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

/** The leg between two points; null when they are the same place (nearer than 25 m). */
export function estimateLeg(from: Point, to: Point): Leg | null {
  const meters = Math.round(distanceMeters(from, to) * DETOUR);
  if (meters < 25 * DETOUR) return null;
  if (meters <= WALK_LIMIT_M) {
    return { mode: "walk", meters, minutes: Math.max(1, Math.round(meters / WALK_M_PER_MIN)) };
  }
  if (meters > FAR_LIMIT_M) return { mode: "far", meters, minutes: null };
  return { mode: "ride", meters, minutes: rideMinutes(meters) };
}

/** A ride's time is a guess, so it is said in steps of five minutes. */
function rideMinutes(meters: number): number {
  let minutes = RIDE_WAIT_MIN;
  let left = meters;
  for (const stage of RIDE_STAGES) {
    const part = Math.min(left, stage.meters);
    minutes += part / stage.perMinute;
    left -= part;
  }
  return Math.round(minutes / 5) * 5;
}

/** Sum of the estimated legs through the points, in metres. */
export function routeMeters(points: readonly Point[]): number {
  let total = 0;
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    if (from) total += estimateLeg(from, to)?.meters ?? 0;
  }
  return total;
}
