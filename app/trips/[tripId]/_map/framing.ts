import type { Point } from "#lib/shared/legs.ts";
import type { MapPadding } from "../_base/places/map-model.ts";

/** A box of coordinates. Longitudes may exceed 180: a trip around Fiji goes from 177 to 181. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

export interface Size {
  width: number;
  height: number;
}

/**
 * Margins in pixels for a marker and its name at the sides, and for the controls and the legend at the top and bottom.
 */
const MARGIN = { top: 72, bottom: 72, side: 88, sideShare: 0.14 };
const SMALLEST_WINDOW = 96;

/** The smallest box around the points, across the antimeridian where that is the shorter way; null without points. */
export function boundsOf(points: readonly Point[]): Bounds | null {
  const lngs = points.map(({ lng }) => lng).toSorted((a, b) => a - b);
  const [first] = lngs;
  const last = lngs.at(-1);
  if (first === undefined || last === undefined) return null;
  let west = first;
  let span = last - first;
  for (const [index, lng] of lngs.entries()) {
    const before = lngs[index - 1];
    if (before === undefined) continue;
    // The width of the box that starts at `lng` and goes east around the world to the point before `lng`.
    const around = before + 360 - lng;
    if (around < span) [west, span] = [lng, around];
  }
  const lats = points.map(({ lat }) => lat);
  return { west, east: west + span, south: Math.min(...lats), north: Math.max(...lats) };
}

/**
 * Returns the padding for the camera: what is covered plus a margin, which shrinks if the map is too small for it.
 */
export function framePadding(covered: MapPadding, { width, height }: Size): MapPadding {
  const side = Math.min(MARGIN.side, (width - covered.left - covered.right) * MARGIN.sideShare);
  const [left, right] = squeeze([covered.left, covered.right], [side, side], width);
  const [top, bottom] = squeeze([covered.top, covered.bottom], [MARGIN.top, MARGIN.bottom], height);
  return { top, right, bottom, left };
}

type Ends = readonly [start: number, end: number];

function squeeze(covered: Ends, margin: Ends, room: number): Ends {
  const free = room - covered[0] - covered[1] - SMALLEST_WINDOW;
  // What covers nearly all of the map is a sheet that lies over it, so the whole map is used as the frame.
  if (free < 0) return [0, 0];
  const share = Math.min(1, free / (margin[0] + margin[1]));
  return [covered[0] + margin[0] * share, covered[1] + margin[1] * share];
}

/** Returns the offset from the middle of the map to the middle of its uncovered part, in pixels. */
export function visibleOffset({ top, right, bottom, left }: MapPadding, size: Size): [number, number] {
  const x = left + right < size.width ? (left - right) / 2 : 0;
  const y = top + bottom < size.height ? (top - bottom) / 2 : 0;
  return [x, y];
}
