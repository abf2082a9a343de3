import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Box, distanceToBox, initialCells, quarters } from "#lib/server/street-view/grid.ts";
import { distanceMeters, type Point } from "#lib/shared/legs.ts";

const KYOTO = { lat: 35.0116, lng: 135.7681 };

function sizeOf({ west, south, east, north }: Box) {
  const middle = (south + north) / 2;
  return {
    width: distanceMeters({ lat: middle, lng: west }, { lat: middle, lng: east }),
    height: distanceMeters({ lat: south, lng: west }, { lat: north, lng: west }),
  };
}

function contains({ west, south, east, north }: Box, { lat, lng }: Point): boolean {
  return lat >= south && lat <= north && lng >= west && lng <= east;
}

/** Returns a point at a distance from another one, in a direction. */
function reach({ lat, lng }: Point, meters: number, degrees: number): Point {
  const [turn, rad] = [(degrees * Math.PI) / 180, Math.PI / 180];
  const arc = meters / 6_371_008.8;
  const to = Math.asin(
    Math.sin(lat * rad) * Math.cos(arc) + Math.cos(lat * rad) * Math.sin(arc) * Math.cos(turn),
  );
  const east = Math.atan2(
    Math.sin(turn) * Math.sin(arc) * Math.cos(lat * rad),
    Math.cos(arc) - Math.sin(lat * rad) * Math.sin(to),
  );
  const turned = lng + east / rad;
  return { lat: to / rad, lng: turned > 180 ? turned - 360 : turned < -180 ? turned + 360 : turned };
}

describe("the cells of a circle", () => {
  test.each([
    [1, 1],
    [100, 1],
    [250, 1],
    [251, 4],
    [300, 4],
    [500, 4],
    [501, 9],
    [1000, 16],
  ])("of %i m are %i", (radius, count) => {
    expect(initialCells(KYOTO, radius)).toHaveLength(count);
  });

  test.each([
    [63.5, 20],
    [70, 24],
    [78, 36],
    [-70, 24],
  ])("are narrower in degrees at latitude %f: %i of them for 1000 m", (lat, count) => {
    expect(initialCells({ lat, lng: 20 }, 1000)).toHaveLength(count);
  });

  test("are 500 m at most, and small enough for the provider, wherever they are", () => {
    const anywhere = fc.record({
      lat: fc.double({ min: -84, max: 84, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const property = fc.property(anywhere, fc.integer({ min: 1, max: 1000 }), (center, radius) => {
      for (const box of initialCells(center, radius)) {
        const { width, height } = sizeOf(box);
        // Nearer to the equator, the same number of degrees is a little wider.
        expect(Math.max(width, height)).toBeLessThan(501.5);
        expect(Math.max(box.east - box.west, box.north - box.south)).toBeLessThan(0.01);
        expect(box.west).toBeGreaterThanOrEqual(-180);
        expect(box.east).toBeLessThanOrEqual(180);
        expect(box.west).toBeLessThan(box.east);
      }
    });
    fc.assert(property, { numRuns: 300 });
  });

  test("leave no point of the circle out, also where the meridians meet", () => {
    const centers = [KYOTO, { lat: -16.8, lng: 179.9999 }, { lat: 0, lng: -180 }, { lat: 66.5, lng: 180 }];
    for (const center of centers) {
      for (const radius of [40, 100, 333, 1000]) {
        const boxes = initialCells(center, radius);
        for (let turn = 0; turn < 360; turn += 7) {
          for (const share of [0.2, 0.7, 0.999]) {
            const point = reach(center, radius * share, turn);
            expect(
              boxes.some((box) => contains(box, point)),
              JSON.stringify(point),
            ).toBe(true);
          }
        }
      }
    }
  });

  test("are none at the poles, where nobody takes street photos", () => {
    expect(initialCells({ lat: 90, lng: 0 }, 1000)).toEqual([]);
    expect(initialCells({ lat: -89.5, lng: 12 }, 100)).toEqual([]);
  });
});

describe("a cell that is split", () => {
  const [cell] = initialCells(KYOTO, 100);

  test("becomes four that cover it", () => {
    const parts = cell ? quarters(cell, KYOTO, 100) : [];
    expect(parts).toHaveLength(4);
    for (const part of parts) expect(sizeOf(part).height).toBeCloseTo(100, 0);
    expect(Math.min(...parts.map(({ west }) => west))).toBe(cell?.west);
    expect(Math.max(...parts.map(({ north }) => north))).toBe(cell?.north);
  });

  test("loses the parts outside the circle", () => {
    const corner = initialCells(KYOTO, 1000)[0];
    const parts = corner ? quarters(corner, KYOTO, 1000) : [];
    expect(parts).toHaveLength(3);
    for (const part of parts) expect(distanceToBox(KYOTO, part)).toBeLessThan(1001);
  });

  test("ends at some thirty metres", () => {
    const halves = cell ? quarters(cell, KYOTO, 100) : [];
    const fourths = halves.flatMap((half) => quarters(half, KYOTO, 100));
    expect(fourths).toHaveLength(16);
    expect(fourths.flatMap((fourth) => quarters(fourth, KYOTO, 100))).toEqual([]);
  });
});

test("the distance to a cell is that to its nearest edge, also across the antimeridian", () => {
  const box = { west: 179.99, south: 0, east: 180, north: 0.01 };
  expect(distanceToBox({ lat: 0.005, lng: 179.995 }, box)).toBe(0);
  expect(distanceToBox({ lat: 0.005, lng: -179.99 }, box)).toBeCloseTo(1112, 0);
});
