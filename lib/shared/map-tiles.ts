import type { Point } from "./legs.ts";

/**
 * A tile of the map in Web Mercator: each zoom `z` has 2^z columns, counted from the west, and 2^z rows, counted from
 * the north.
 */
export interface Tile {
  z: number;
  x: number;
  y: number;
}

/**
 * How long a tile server may take until a tile begins to arrive; nobody waits for it, since the page shows a coarser
 * map.
 */
export const TILE_DEADLINE_MS = 10_000;

const EQUATOR_M = 40_075_016.686;
/** The northern end of Web Mercator, where the map is as high as it is wide. */
const NORTH_END = 85.0511;
/** A line is sampled in steps of this part of a tile, so that no tile that it crosses is missed. */
const STEP = 0.25;

export function tileName({ z, x, y }: Tile): string {
  return `${z}/${x}/${y}`;
}

/** The tiles of one zoom within a distance of the point, nearest first. */
export function tilesAround(point: Point, meters: number, z: number): Tile[] {
  return tilesWithin(toMercator(point), meters, z);
}

/** The tiles of one zoom within a distance of the line, from its beginning on. */
export function tilesAlong(line: readonly Point[], meters: number, z: number): Tile[] {
  const found = new Map<string, Tile>();
  for (const spot of walked(line.map(toMercator), STEP / 2 ** z)) {
    for (const tile of tilesWithin(spot, meters, z)) found.set(tileName(tile), tile);
  }
  return [...found.values()];
}

/** A point of the map, from 0 to 1 across the map and from 0 to 1 down. */
interface Spot {
  x: number;
  y: number;
  /** The length of the map's whole width at this latitude, in metres. */
  width: number;
}

function toMercator({ lat, lng }: Point): Spot {
  const north = (Math.max(-NORTH_END, Math.min(NORTH_END, lat)) * Math.PI) / 180;
  return {
    x: (lng + 180) / 360,
    y: 0.5 - Math.asinh(Math.tan(north)) / (2 * Math.PI),
    width: EQUATOR_M * Math.cos(north),
  };
}

function tilesWithin({ x, y, width }: Spot, meters: number, z: number): Tile[] {
  const count = 2 ** z;
  const [column, row, reach] = [x * count, y * count, (meters / width) * count];
  const found: Array<{ tile: Tile; away: number }> = [];
  for (let top = Math.max(0, Math.floor(row - reach)); top <= Math.min(count - 1, row + reach); top += 1) {
    for (let left = Math.floor(column - reach); left <= column + reach; left += 1) {
      if (Math.hypot(outside(column, left), outside(row, top)) > reach) continue;
      // West of the date line, the map continues from its other edge.
      const tile = { z, x: ((left % count) + count) % count, y: top };
      found.push({ tile, away: Math.hypot(column - left - 0.5, row - top - 0.5) });
    }
  }
  return found.toSorted((a, b) => a.away - b.away).map(({ tile }) => tile);
}

/** How far the position lies outside the tile that begins at `start`, in tiles. */
function outside(position: number, start: number): number {
  return Math.max(start - position, 0, position - start - 1);
}

/** Points along the line, no further apart than a step; across the date line where that is the shorter way. */
function* walked(line: readonly Spot[], step: number): Generator<Spot> {
  for (const [index, to] of line.entries()) {
    const from = line[index - 1];
    if (!from) {
      yield to;
      continue;
    }
    const across = to.x - from.x - Math.round(to.x - from.x);
    const steps = Math.max(1, Math.ceil(Math.hypot(across, to.y - from.y) / step));
    for (let at = 1; at <= steps; at += 1) {
      const share = at / steps;
      const x = from.x + across * share;
      const between = (a: number, b: number) => a + (b - a) * share;
      yield { x, y: between(from.y, to.y), width: between(from.width, to.width) };
    }
  }
}
