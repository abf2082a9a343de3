import type { Point } from "#lib/shared/legs.ts";

export interface Pixel {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const TILE = 512;
const EQUATOR_M = 40_075_016.686;
/** The latitude at which Web Mercator ends. */
const MAX_LAT = 85.0511;

/** Returns the pixel of a point in Web Mercator at a zoom, counted from the north-west corner of the world. */
export function worldPixel({ lng, lat }: Point, zoom: number): Pixel {
  const size = TILE * 2 ** zoom;
  const rad = (clamp(lat, -MAX_LAT, MAX_LAT) * Math.PI) / 180;
  return {
    x: ((lng + 180) / 360) * size,
    y: (0.5 - Math.log(Math.tan(Math.PI / 4 + rad / 2)) / (2 * Math.PI)) * size,
  };
}

export function metersPerPixel(lat: number, zoom: number): number {
  return (EQUATOR_M * Math.cos((lat * Math.PI) / 180)) / (TILE * 2 ** zoom);
}

/** Returns `lng` in the copy of the world in which it is nearest to `reference`. */
export function nearestLng(lng: number, reference: number): number {
  return lng + 360 * Math.round((reference - lng) / 360);
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
