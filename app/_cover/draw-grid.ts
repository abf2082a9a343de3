import { metersPerPixel, worldPixel } from "#app/trips/[tripId]/_map/projection.ts";
import type { Point } from "#lib/shared/legs.ts";

interface View {
  /** Its middle. */
  at: Point;
  zoom: number;
  width: number;
  height: number;
}

/** The world has coasts and borders to hold on to; a town has only the grid. */
const FIRST_ZOOM = 8;
const NEAREST_PX = 12;

/** Squares of 10, 100, 1000 … metres over bare land, as on the trip's own map. */
export function drawGrid(
  context: CanvasRenderingContext2D,
  { at, zoom, width, height }: View,
  color: (token: string) => string,
): void {
  if (zoom < FIRST_ZOOM) return;
  const perPixel = metersPerPixel(at.lat, zoom);
  const size = 10 ** Math.ceil(Math.log10(NEAREST_PX * perPixel)) / perPixel;
  const middle = worldPixel(at, zoom);
  const [left, top] = [middle.x - width / 2, middle.y - height / 2];
  context.fillStyle = color("map-text");
  context.globalAlpha = 0.55;
  for (let x = size - (left % size); x < width; x += size) {
    for (let y = size - (top % size); y < height; y += size) context.fillRect(x - 0.5, y - 0.5, 1.5, 1.5);
  }
  context.globalAlpha = 1;
}
