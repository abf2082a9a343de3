import type { Point } from "./legs.ts";

/** A square of the map in Web Mercator: of 2^z columns from the west and rows from the north, one of each. */
export interface Tile {
  z: number;
  x: number;
  y: number;
}

/** So long whoever gives tiles may take to begin with one; nobody waits for it, since a coarser map is there. */
export const TILE_DEADLINE_MS = 10_000;

const EQUATOR_M = 40_075_016.686;
/** Web Mercator ends there, as high as it is wide. */
const NORTH_END = 85.0511;
/** A line is followed in steps of this share of a tile, so that it crosses none unseen. */
const STEP = 0.25;

export function tileName({ z, x, y }: Tile): string {
  return `${z}/${x}/${y}`;
}

/** The tiles of one zoom that come within a distance of the point, nearest first. */
export function tilesAround(point: Point, meters: number, z: number): Tile[] {
  return tilesWithin(toMercator(point), meters, z);
}

/** The tiles of one zoom that come within a distance of the line, from its beginning on. */
export function tilesAlong(line: readonly Point[], meters: number, z: number): Tile[] {
  const found = new Map<string, Tile>();
  for (const spot of walked(line.map(toMercator), STEP / 2 ** z)) {
    for (const tile of tilesWithin(spot, meters, z)) found.set(tileName(tile), tile);
  }
  return [...found.values()];
}

/** From 0 to 1 across the map, and down. */
interface Spot {
  x: number;
  y: number;
  /** Metres along the whole of the map's width there. */
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
      // West of the date line the map goes on from its other edge.
      const tile = { z, x: ((left % count) + count) % count, y: top };
      found.push({ tile, away: Math.hypot(column - left - 0.5, row - top - 0.5) });
    }
  }
  return found.toSorted((a, b) => a.away - b.away).map(({ tile }) => tile);
}

/** How far the position lies outside the tile that begins there, in tiles. */
function outside(position: number, start: number): number {
  return Math.max(start - position, 0, position - start - 1);
}

/** Spots along the line, no further apart than a step; over the date line where that is the shorter way. */
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
