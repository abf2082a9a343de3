import { metersPerPixel } from "./projection.ts";

export interface Scale {
  meters: number;
  pixels: number;
}

const LONGEST_PX = 88;

/**
 * The longest of 1, 2, 5, 10, 20 … units that fits, at the latitude in the middle of a Mercator map; a unit is so many
 * metres long.
 */
export function scaleOf(zoom: number, lat: number, unit = 1): Scale {
  const perPixel = metersPerPixel(lat, zoom) / unit;
  const room = LONGEST_PX * perPixel;
  const power = 10 ** Math.floor(Math.log10(room));
  const length = [5, 2, 1].map((step) => step * power).find((step) => step <= room) ?? power;
  return { meters: length * unit, pixels: length / perPixel };
}
