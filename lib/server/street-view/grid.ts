import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import { STREET_VIEW_LIMITS } from "#lib/shared/street-view-limits.ts";

/** A rectangle in degrees. `west` is always less than `east`, because areas are divided at the antimeridian. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

const METERS_PER_DEGREE = distanceMeters({ lat: 0, lng: 0 }, { lat: 1, lng: 0 });
/** The longest side of a cell: providers refuse rectangles with a side of 0.01° or more. */
const MAX_SIDE_DEGREES = 0.0099;
/** The maximum latitude: nearer to the poles there are no street photos, and meridians are too close for rectangles. */
const MAX_LATITUDE = 85;
/** The size at which a cell is not divided any more. */
const MIN_CELL_METERS = 31;

/** Returns cells of at most 500 m that cover the circle, without those that are outside it. */
export function initialCells(center: Point, radiusMeters: number): Box[] {
  const lat = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, center.lat));
  const halfHeight = radiusMeters / METERS_PER_DEGREE;
  const halfWidth = halfHeight / Math.cos((lat * Math.PI) / 180);
  const rows = between(
    Math.max(-MAX_LATITUDE, center.lat - halfHeight),
    Math.min(MAX_LATITUDE, center.lat + halfHeight),
    radiusMeters,
  );
  const columns = between(center.lng - halfWidth, center.lng + halfWidth, radiusMeters).flatMap(onGlobe);
  return rows
    .flatMap(([south, north]) => columns.map(([west, east]) => ({ west, south, east, north })))
    .filter((box) => touches(box, center, radiusMeters));
}

type Span = readonly [number, number];

/** Divides a span of the circle's diameter into equal parts. */
function between(from: number, to: number, radiusMeters: number): Span[] {
  if (from >= to) return [];
  const byMeters = Math.ceil((2 * radiusMeters) / STREET_VIEW_LIMITS.cellMeters);
  const count = Math.max(byMeters, Math.ceil((to - from) / MAX_SIDE_DEGREES));
  const at = (index: number) => from + ((to - from) * index) / count;
  return Array.from({ length: count }, (_, index) => [at(index), at(index + 1)] as const);
}

/** Maps a span to longitudes from −180 to 180, and divides it at the antimeridian. */
function onGlobe([west, east]: Span): Span[] {
  if (west >= 180) return [[west - 360, east - 360]];
  if (east <= -180) return [[west + 360, east + 360]];
  if (west < -180)
    return [
      [west + 360, 180],
      [-180, east],
    ];
  if (east > 180)
    return [
      [west, 180],
      [-180, east - 360],
    ];
  return [[west, east]];
}

/** Returns the four quarters of a cell, without those outside the circle; none when the cell has the minimum size. */
export function quarters({ west, south, east, north }: Box, center: Point, radiusMeters: number): Box[] {
  const [lat, lng] = [(south + north) / 2, (west + east) / 2];
  const height = distanceMeters({ lat: south, lng: west }, { lat: north, lng: west });
  const width = distanceMeters({ lat, lng: west }, { lat, lng: east });
  if (Math.max(height, width) < 2 * MIN_CELL_METERS) return [];
  return [
    { west, south, east: lng, north: lat },
    { west: lng, south, east, north: lat },
    { west, south: lat, east: lng, north },
    { west: lng, south: lat, east, north },
  ].filter((box) => touches(box, center, radiusMeters));
}

/**
 * Returns the distance in metres from a point to the nearest edge of a rectangle; 0 inside it. It is accurate for
 * distances within a town, not within a continent.
 */
export function distanceToBox(center: Point, { west, south, east, north }: Box): number {
  const lat = Math.min(north, Math.max(south, center.lat));
  const turns = [center.lng, center.lng + 360, center.lng - 360];
  const distances = turns.map((lng) =>
    distanceMeters({ lat: center.lat, lng }, { lat, lng: Math.min(east, Math.max(west, lng)) }),
  );
  return Math.min(...distances);
}

function touches(box: Box, center: Point, radiusMeters: number): boolean {
  // One metre is added, because the nearest point of an edge on the globe differs slightly from that on a plane.
  return distanceToBox(center, box) <= radiusMeters + 1;
}
