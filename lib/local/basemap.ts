import { readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { merge, mesh } from "topojson-client";
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from "topojson-specification";
import {
  BASEMAP_STEPS_PER_DEGREE,
  type Basemap,
  type CountryLabel,
  encodeBasemap,
  type LngLatPair,
} from "#lib/shared/basemap.ts";
import { townLabels } from "./basemap-towns.ts";

type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>;
type Country = Polygon<{ name: string }> | MultiPolygon<{ name: string }>;

/**
 * The smallest corner that the simplification keeps, as the area of its triangle in square degrees of latitude (about
 * 12,300 km²).
 */
const COAST = 1.5e-4;
const REMOTE_COAST = 4e-3;
const BORDER = 6e-4;

/**
 * Builds the embedded map: Natural Earth 1:10m, simplified: fine where people travel, coarser along polar and subpolar
 * coasts; towns of GeoNames.
 */
export async function buildBasemap(): Promise<Basemap> {
  const file = new URL(import.meta.resolve("world-atlas/countries-10m.json"));
  const atlas = simplify(JSON.parse(await readFile(file, "utf8")) as Atlas);
  const { geometries } = atlas.objects.countries;
  const countries = geometries.filter(isArea);
  return {
    land: merge(atlas, countries)
      .coordinates.map(ringsOf)
      .filter((polygon) => polygon.length > 0),
    borders: positions(mesh(atlas, atlas.objects.countries, (a, b) => a !== b).coordinates).map(onGrid),
    countries: oncePerCode(countries.flatMap((country) => label(atlas, country))),
    towns: await townLabels(),
  };
}

/** Returns the rings of a polygon that still have an area; a hole is dropped together with its outer ring. */
function ringsOf(polygon: number[][][]): LngLatPair[][] {
  const [outer, ...holes] = positions(polygon).map((ring) => onGrid(aroundPole(unwrap(ring))));
  if (!outer || outer.length < 4) return [];
  return [outer, ...holes.filter((hole) => hole.length > 3)];
}

/** Casts the atlas's positions, which have the type of any list of numbers, to pairs; all of them are pairs. */
function positions(lines: number[][][]): LngLatPair[][] {
  return lines as LngLatPair[][];
}

/**
 * Makes a line continuous: the atlas jumps from 180° to −180°, but the returned line goes on to 181°, so that Fiji
 * and Chukotka stay whole.
 */
function unwrap(line: LngLatPair[]): LngLatPair[] {
  let before = line[0]?.[0] ?? 0;
  return line.map(([lng, lat]): LngLatPair => {
    before = lng + 360 * Math.round((before - lng) / 360);
    return [before, lat];
  });
}

/** Closes a ring that goes once around the world, which is Antarctica's, along the pole. */
function aroundPole(ring: LngLatPair[]): LngLatPair[] {
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last || Math.abs(first[0] - last[0]) < 180) return ring;
  return [...ring, [last[0], -90], [first[0], -90], first];
}

function isArea(geometry: { type: string | null }): geometry is Country {
  return geometry.type === "Polygon" || geometry.type === "MultiPolygon";
}

/** Returns the same topology with fewer points; arcs keep their ends, so that coasts and borders still meet. */
function simplify(atlas: Atlas): Atlas {
  const shared = sharedArcs(atlas);
  const arcs = absoluteArcs(atlas).map((arc, index) => {
    if (shared.has(index)) return thin(arc, BORDER);
    return isRemote(arc) ? thin(arc, REMOTE_COAST) : thinIsland(arc, COAST);
  });
  return { type: "Topology", objects: atlas.objects, arcs };
}

function absoluteArcs({ arcs, transform }: Atlas): LngLatPair[][] {
  if (!transform) return positions(arcs);
  const [scaleX, scaleY] = transform.scale;
  const [fromX, fromY] = transform.translate;
  return arcs.map((arc) => {
    let x = 0;
    let y = 0;
    return arc.map(([dx = 0, dy = 0]): LngLatPair => {
      x += dx;
      y += dy;
      return [x * scaleX + fromX, y * scaleY + fromY];
    });
  });
}

/** Returns the arcs that are the border of two countries; all other arcs are coasts. */
function sharedArcs(atlas: Atlas): Set<number> {
  const seen = new Set<number>();
  const shared = new Set<number>();
  for (const country of atlas.objects.countries.geometries.filter(isArea)) {
    for (const arc of country.arcs.flat(2)) {
      const index = arc < 0 ? ~arc : arc;
      if (seen.has(index)) shared.add(index);
      seen.add(index);
    }
  }
  return shared;
}

/**
 * Whether an arc is remote: Antarctica, Siberia, Alaska and Canada's north, Greenland, Svalbard, the Chilean fjords.
 * These regions have half of the world's coast.
 */
function isRemote(arc: LngLatPair[]): boolean {
  const [lng, lat] = arc[arc.length >> 1] ?? [0, 0];
  const [west, east] = [lng < -26, lng > 32];
  return (
    lat < -60 ||
    lat > 72 ||
    (lat > 60 && (west || east)) ||
    (lat > 50 && lng > -100 && lng < -60) ||
    (lat > 51 && lng > 60) ||
    (lat < -44 && lng < -60)
  );
}

/** Returns the smallest outline with an area of an island that would be removed otherwise, so that it stays visible. */
function thinIsland(arc: LngLatPair[], smallest: number): LngLatPair[] {
  let line = thin(arc, smallest);
  for (let finer = smallest / 4; isLoop(arc) && line.length < 4 && finer > 1e-9; finer /= 4) {
    line = thin(arc, finer);
  }
  return line;
}

function isLoop(arc: LngLatPair[]): boolean {
  const [first, last] = [arc[0], arc.at(-1)];
  return first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
}

/**
 * Simplifies a line after Visvalingam: corners are removed, the flattest first, until all have the smallest area; the
 * ends stay.
 */
function thin(line: LngLatPair[], smallest: number): LngLatPair[] {
  let kept = line;
  for (let area = smallest / 1024; area <= smallest; area *= 2) kept = withoutCorners(kept, area);
  return kept;
}

function withoutCorners(line: LngLatPair[], area: number): LngLatPair[] {
  const kept: LngLatPair[] = [];
  for (const [index, corner] of line.entries()) {
    const [before, after] = [kept.at(-1), line[index + 1]];
    if (!before || !after || triangle(before, corner, after) >= area) kept.push(corner);
  }
  return kept;
}

function triangle([ax, ay]: LngLatPair, [bx, by]: LngLatPair, [cx, cy]: LngLatPair): number {
  const squeeze = Math.cos((by * Math.PI) / 180);
  return (Math.abs(eastward(ax, bx) * (cy - ay) - eastward(ax, cx) * (by - ay)) * squeeze) / 2;
}

/** Returns the degrees from one meridian eastward to another, negative where the way west is shorter. */
function eastward(from: number, to: number): number {
  return ((to - from + 540) % 360) - 180;
}

/** Rounds positions to the steps of the file, and drops points that are then equal to the preceding point. */
function onGrid(line: LngLatPair[]): LngLatPair[] {
  const rounded = line.map(([lng, lat]): LngLatPair => [step(lng), step(lat)]);
  return rounded.filter((point, index) => {
    const before = rounded[index - 1];
    return !before || before[0] !== point[0] || before[1] !== point[1];
  });
}

function step(degrees: number): number {
  return Math.round(degrees * BASEMAP_STEPS_PER_DEGREE) / BASEMAP_STEPS_PER_DEGREE;
}

/** Returns the position of a country's name; none for areas without an ISO code of their own, and for Antarctica. */
function label(atlas: Atlas, country: Country): CountryLabel[] {
  const code = country.id === undefined ? undefined : new Intl.Locale(`und-${country.id}`).region;
  if (!code || !/^[A-Z]{2}$/.test(code) || code === "AQ") return [];
  const outlines = merge(atlas, [country]).coordinates.map((polygon) => unwrap(positions(polygon)[0] ?? []));
  const spots = outlines.map(widest).toSorted((a, b) => b.score - a.score);
  const [spot] = spots;
  if (!spot) return [];
  const roomAt = Math.log2((64 * 360) / (512 * Math.max(spot.width, 0.01)));
  return [{ code, at: spot.at, minZoom: Math.min(6, Math.max(1, Math.round(roomAt * 4) / 4)) }];
}

/**
 * Gives each country code one name: Ashmore and Cartier Islands share Australia's code, and the larger area gets the
 * name.
 */
function oncePerCode(labels: CountryLabel[]): CountryLabel[] {
  const largestLast = labels.toSorted((a, b) => b.minZoom - a.minZoom);
  return [...new Map(largestLast.map((entry) => [entry.code, entry])).values()];
}

/** Returns the middle of the widest land on a parallel; parallels near the middle of the ring are preferred. */
function widest(ring: LngLatPair[]): { at: LngLatPair; width: number; score: number } {
  const lats = ring.map(([, lat]) => lat);
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  let best = { at: ring[0] ?? ([0, 0] as LngLatPair), width: 0, score: 0 };
  for (let share = 0.15; share <= 0.85; share += 0.05) {
    const lat = south + (north - south) * share;
    const crossings = crossingsAt(ring, lat);
    for (let index = 0; index + 1 < crossings.length; index += 2) {
      const [west = 0, east = 0] = crossings.slice(index, index + 2);
      const score = (east - west) * Math.cos((lat * Math.PI) / 180) * (1 - (2 * share - 1) ** 2 / 2);
      if (score > best.score) best = { at: [(west + east) / 2, lat], width: east - west, score };
    }
  }
  return best;
}

function crossingsAt(ring: LngLatPair[], lat: number): number[] {
  const found: number[] = [];
  for (const [index, [x2, y2]] of ring.entries()) {
    const before = ring[index - 1];
    if (!before || before[1] > lat === y2 > lat) continue;
    const [x1, y1] = before;
    found.push(x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1));
  }
  return found.toSorted((a, b) => a - b);
}

if (import.meta.main) {
  const bytes = encodeBasemap(await buildBasemap());
  // The file is stored compressed, so that it is small on every host: servers don't compress unknown binary types.
  const packed = gzipSync(bytes, { level: 9 });
  await writeFile(new URL("../../app/trips/[tripId]/_map/basemap.bin", import.meta.url), packed);
  process.stdout.write(`basemap.bin: ${packed.byteLength} bytes, ${bytes.byteLength} unpacked\n`);
}
