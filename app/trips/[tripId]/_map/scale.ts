import { metersPerPixel } from "./projection.ts";

export interface Scale {
  meters: number;
  pixels: number;
}

const LONGEST_PX = 88;

/** The longest of 1, 2, 5, 10, 20 … metres that fits, at the latitude in the middle of a Mercator map. */
export function scaleOf(zoom: number, lat: number): Scale {
  const perPixel = metersPerPixel(lat, zoom);
  const room = LONGEST_PX * perPixel;
  const power = 10 ** Math.floor(Math.log10(room));
  const meters = [5, 2, 1].map((step) => step * power).find((length) => length <= room) ?? power;
  return { meters, pixels: meters / perPixel };
}
