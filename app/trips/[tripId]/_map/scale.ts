import { metersPerPixel } from "../_model/places/projection.ts";

export interface Scale {
  meters: number;
  pixels: number;
}

const LONGEST_PX = 88;

/**
 * Returns the longest scale bar of 1, 2, 5, 10, 20 … units that fits, for the latitude in the middle of the map.
 * @param unit the length of a unit in metres
 */
export function scaleOf(zoom: number, lat: number, unit = 1): Scale {
  const perPixel = metersPerPixel(lat, zoom) / unit;
  const room = LONGEST_PX * perPixel;
  const power = 10 ** Math.floor(Math.log10(room));
  const length = [5, 2, 1].map((step) => step * power).find((step) => step <= room) ?? power;
  return { meters: length * unit, pixels: length / perPixel };
}
