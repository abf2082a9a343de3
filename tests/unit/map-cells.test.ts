import { describe, expect, test } from "vitest";
import { aroundCategoryOf } from "#lib/shared/around-categories.ts";
import { boxOf, cellsOf, isInBox, type MapBox } from "#lib/shared/map-cells.ts";

function wrapped(lng: number): number {
  return ((lng + 540) % 360) - 180;
}

/** Returns a box of this many degrees around a point. */
function boxAt(lat: number, lng: number, degrees: number): MapBox {
  const half = degrees / 2;
  return { south: lat - half, north: lat + half, west: wrapped(lng - half), east: wrapped(lng + half) };
}

describe("cells of the map", () => {
  test.each([
    ["a street", 43.74, 7.42, 0.003, 17],
    ["a quarter", 43.74, 7.42, 0.012, 15],
    ["south of the equator", -33.87, 151.21, 0.012, 15],
    ["across the date line", 51.9, 180, 0.01, 16],
  ])("cover a box: %s", (_, lat, lng, degrees, zoom) => {
    const box = boxAt(lat, lng, degrees);
    const cells = cellsOf(box) ?? [];
    expect(cells.length).toBeGreaterThan(0);
    expect(cells.length).toBeLessThanOrEqual(9);
    expect(new Set(cells.map((cell) => cell.zoom))).toEqual(new Set([zoom]));
    const corners = [box.south, box.north].flatMap((south) =>
      [box.west, box.east].map((west) => ({ lat: south, lng: west })),
    );
    for (const point of [...corners, { lat, lng }])
      expect(cells.some((cell) => isInBox(point, boxOf(cell)))).toBe(true);
  });

  test("are the same for views that differ a little", () => {
    expect(cellsOf(boxAt(43.7401, 7.4201, 0.004))).toEqual(cellsOf(boxAt(43.7402, 7.4202, 0.004)));
  });

  test("are none of a box that is a region", () => {
    expect(cellsOf(boxAt(43.74, 7.42, 0.5))).toBeNull();
    expect(cellsOf({ south: -85, west: -180, north: 85, east: 180 })).toBeNull();
  });
});

test.each([
  ["restaurant", "eat"],
  ["cafe", "coffee"],
  ["castle", "sights"],
  ["gallery", "museums"],
  ["supermarket", "groceries"],
  ["books", "shops"],
  ["atm", "cash"],
  ["subway", "stations"],
  ["toilets", "toilets"],
  ["playground", "playgrounds"],
  ["bench", null],
  ["constructor", null],
])("a %s of the tiles is looked for under %s", (subclass, category) => {
  expect(aroundCategoryOf(subclass)).toBe(category);
});
