import { expect, test } from "vitest";
import { type Tile, tileName, tilesAlong, tilesAround } from "#lib/shared/map-tiles.ts";

const names = (tiles: readonly Tile[]) => tiles.map(tileName);

test("a point is in the tile that slippy maps have it in", () => {
  expect(names(tilesAround({ lat: 43.7393, lng: 7.4282 }, 0, 14))).toEqual(["14/8530/5974"]);
  expect(names(tilesAround({ lat: -33.8568, lng: 151.2153 }, 0, 12))).toEqual(["12/3768/2457"]);
  expect(names(tilesAround({ lat: 90, lng: -180 }, 0, 3))).toEqual(["3/0/0"]);
});

test("around a point are the tiles within the distance, the nearest first", () => {
  const kyoto = { lat: 35.0037, lng: 135.7751 };
  const around = tilesAround(kyoto, 1500, 14);
  expect(names(around)[0]).toBe(names(tilesAround(kyoto, 0, 14))[0]);
  // A tile is 2 km wide here, so the result has only direct neighbours, and not all of the diagonal ones.
  expect(around.length).toBeGreaterThanOrEqual(4);
  expect(around.length).toBeLessThanOrEqual(9);
  expect(new Set(names(around)).size).toBe(around.length);
});

test("over the date line the map goes on from its other edge, and beyond its ends there is none", () => {
  const west = tilesAround({ lat: -16.8, lng: 179.999 }, 3000, 10).map(({ x }) => x);
  expect(new Set(west)).toEqual(new Set([1023, 0]));
  for (const { y } of tilesAround({ lat: 85.05, lng: 0 }, 50_000, 6)) expect(y).toBeGreaterThanOrEqual(0);
});

test("along a line lie all tiles that it crosses, each touching the one before", () => {
  const line = [
    { lat: 35.0037, lng: 135.7751 },
    { lat: 34.6873, lng: 135.5262 },
  ];
  const along = tilesAlong(line, 0, 13);
  expect(names(along)[0]).toBe(names(tilesAround({ lat: 35.0037, lng: 135.7751 }, 0, 13))[0]);
  for (const [index, { x, y }] of along.entries()) {
    const before = along[index - 1];
    if (before) expect(Math.max(Math.abs(x - before.x), Math.abs(y - before.y))).toBe(1);
  }
});

test("a line over the date line takes the short way", () => {
  const fiji = [
    { lat: -17, lng: 179 },
    { lat: -17, lng: -179 },
  ];
  expect(tilesAlong(fiji, 0, 8).length).toBeLessThan(5);
});
