import { FIRST_GRID_ZOOM, gridStep } from "#app/trips/[tripId]/_map/grid.ts";
import { worldPixel } from "#app/trips/[tripId]/_model/places/projection.ts";
import type { Point } from "#lib/shared/legs.ts";

interface View {
  /** The centre of the map. */
  at: Point;
  zoom: number;
  width: number;
  height: number;
}

/** The minimum distance of dots, which is smaller than on the trip's map because a cover is small. */
const NEAREST_PX = 12;

/** Draws dots at a distance of 10, 100, 1000 … metres on empty land, as the trip's map does. */
export function drawGrid(
  context: CanvasRenderingContext2D,
  { at, zoom, width, height }: View,
  color: (token: string) => string,
): void {
  if (zoom < FIRST_GRID_ZOOM) return;
  const size = gridStep(at.lat, zoom, NEAREST_PX);
  const middle = worldPixel(at, zoom);
  const [left, top] = [middle.x - width / 2, middle.y - height / 2];
  context.fillStyle = color("map-text");
  context.globalAlpha = 0.55;
  for (let x = size - (left % size); x < width; x += size) {
    for (let y = size - (top % size); y < height; y += size) context.fillRect(x - 0.5, y - 0.5, 1.5, 1.5);
  }
  context.globalAlpha = 1;
}
