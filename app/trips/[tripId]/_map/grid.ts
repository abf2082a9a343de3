import { metersPerPixel, type Pixel } from "./projection.ts";

interface View extends Pixel {
  zoom: number;
  lat: number;
  width: number;
  height: number;
}

/** Lines nearer than this are not drawn; ten times as far apart, they are at full strength. */
const NEAREST_PX = 20;
/** The world has coasts and borders to hold on to; a town has only the grid. */
const FIRST_ZOOM = 8;

/**
 * The grid of a plan, for zooms at which the embedded map shows bare land: squares of 1, 10, 100 … metres to a
 * power of ten, the finer fading in. As CSS variables of an element that reaches `reach` beyond the view.
 */
export function gridOf(view: View, reach: number): Record<string, string> {
  // One grid per band of latitude, so that it stays where it is while the map is dragged north.
  const band = Math.round(view.lat / 5) * 5;
  const perPixel = metersPerPixel(band, view.zoom);
  const power = Math.ceil(Math.log10(NEAREST_PX * perPixel));
  const fine = 10 ** power / perPixel;
  const strength = Math.log10(fine / NEAREST_PX);
  const shown = Math.min(1, Math.max(0, view.zoom - FIRST_ZOOM));
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
