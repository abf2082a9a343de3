import { metersPerPixel, type Pixel } from "../_model/places/projection.ts";

interface View extends Pixel {
  zoom: number;
  lat: number;
  width: number;
  height: number;
}

/** Dots closer than this are not drawn; at ten times this distance they have their full strength. */
const NEAREST_PX = 20;
/**
 * The zoom at which the grid begins. Below it, the embedded map shows enough coasts and borders to tell the scale.
 */
export const FIRST_GRID_ZOOM = 8;

/** @returns the step of the finest grid whose dots are at least `nearestPx` apart: 1, 10, 100 … metres, in pixels */
export function gridStep(lat: number, zoom: number, nearestPx: number): number {
  const perPixel = metersPerPixel(lat, zoom);
  return 10 ** Math.ceil(Math.log10(nearestPx * perPixel)) / perPixel;
}

/**
 * Returns the dotted grid as CSS variables, for zooms at which the embedded map shows bare land. The distance of the
 * dots is a power of ten in metres, and finer dots fade in. The styled element reaches `reach` pixels beyond the
 * view.
 */
export function gridOf(view: View, reach: number): Record<string, string> {
  // The grid is computed per band of five degrees of latitude, so that it does not shift while the map is dragged
  // north.
  const band = Math.round(view.lat / 5) * 5;
  const fine = gridStep(band, view.zoom, NEAREST_PX);
  const strength = Math.log10(fine / NEAREST_PX);
  const shown = Math.min(1, Math.max(0, view.zoom - FIRST_GRID_ZOOM));
  const [left, top] = [view.x - view.width / 2 - reach, view.y - view.height / 2 - reach];
  const offset = (size: number) => `${-(left % size)}px ${-(top % size)}px`;
  return {
    "--grid-fine": `${fine}px`,
    "--grid-fine-at": offset(fine),
    "--grid-fine-strength": `${Math.round(strength * shown * 100)}%`,
    "--grid": `${fine * 10}px`,
    "--grid-at": offset(fine * 10),
    "--grid-strength": `${Math.round(shown * 100)}%`,
  };
}
