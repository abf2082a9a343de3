import { metersPerPixel, type Pixel } from "./projection.ts";

interface View extends Pixel {
  zoom: number;
  lat: number;
  width: number;
  height: number;
}

/** Lines of one strength, from 0 to 1: `at` is where the first of them cross, from the view's corner. */
export interface Lines {
  size: number;
  at: Pixel;
  strength: number;
}

/** Lines nearer than this are not drawn; ten times as far apart, they are at full strength. */
const NEAREST_PX = 20;
/** The world has coasts and borders to hold on to; a town has only the grid. */
const FIRST_ZOOM = 8;

/**
 * The grid of a plan, for zooms at which the embedded map shows bare land: squares of 1, 10, 100 … metres to a
 * power of ten, the finer fading in.
 */
export function gridOf(view: View): { fine: Lines; bold: Lines } {
  // One grid per band of latitude, so that it stays where it is while the map is dragged north.
  const band = Math.round(view.lat / 5) * 5;
  const perPixel = metersPerPixel(band, view.zoom);
  const power = Math.ceil(Math.log10(NEAREST_PX * perPixel));
  const size = 10 ** power / perPixel;
  const shown = Math.min(1, Math.max(0, view.zoom - FIRST_ZOOM));
  const [left, top] = [view.x - view.width / 2, view.y - view.height / 2];
  const lines = (apart: number, strength: number): Lines => ({
    size: apart,
    at: { x: -(left % apart), y: -(top % apart) },
    strength: strength * shown,
  });
  return { fine: lines(size, Math.log10(size / NEAREST_PX)), bold: lines(size * 10, 1) };
}
