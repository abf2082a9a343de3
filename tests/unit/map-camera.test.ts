import { describe, expect, test } from "vitest";
import { destinationZoom } from "#app/trips/[tripId]/_map/destination-zoom.ts";
import { boundsOf, framePadding, visibleOffset } from "#app/trips/[tripId]/_map/framing.ts";
import { gridOf } from "#app/trips/[tripId]/_map/grid.ts";
import { metersPerPixel, nearestLng, worldPixel } from "#app/trips/[tripId]/_model/places/projection.ts";
import { scaleOf } from "#app/trips/[tripId]/_map/scale.ts";

const NONE = { top: 0, right: 0, bottom: 0, left: 0 };

const at = (name: string, countryCode?: string) => ({
  name,
  lat: 0,
  lng: 0,
  ...(countryCode && { countryCode }),
});

describe("where a trip without stops begins", () => {
  test("is its town, as near as there is something to see", () => {
    expect([true, false].map((hasStreets) => destinationZoom(at("Kyoto", "JP"), hasStreets))).toEqual([
      11.5, 9,
    ]);
    expect(destinationZoom(at("Somewhere"), true)).toBe(11.5);
  });

  test("is the whole of a country, in either language, unless that is as small as a town", () => {
    for (const name of ["Japan", "日本"]) {
      expect([true, false].map((hasStreets) => destinationZoom(at(name, "JP"), hasStreets))).toEqual([
        5.5, 5.5,
      ]);
    }
    for (const [name, code] of [
      ["Monaco", "MC"],
      ["新加坡", "SG"],
    ] as const) {
      expect(destinationZoom(at(name, code), true)).toBe(11.5);
    }
  });
});

describe("boundsOf", () => {
  test("has nothing to fit without points, and one point for one", () => {
    expect(boundsOf([])).toBeNull();
    expect(boundsOf([{ lat: 35, lng: 135 }])).toEqual({ west: 135, east: 135, south: 35, north: 35 });
  });

  test("holds a town", () => {
    const points = [
      { lat: 34.9949, lng: 135.785 },
      { lat: 35.027, lng: 135.7982 },
      { lat: 34.9671, lng: 135.7727 },
    ];
    expect(boundsOf(points)).toEqual({ west: 135.7727, east: 135.7982, south: 34.9671, north: 35.027 });
  });

  test("goes over the antimeridian where that is shorter", () => {
    const fiji = [
      { lat: -17.76, lng: 177.44 },
      { lat: -17.25, lng: -178.97 },
      { lat: -13.83, lng: -171.77 },
    ];
    const bounds = boundsOf(fiji);
    expect(bounds?.west).toBe(177.44);
    expect(bounds?.east).toBeCloseTo(188.23, 6);
  });

  test("goes around the Pacific side from Tokyo to San Francisco", () => {
    const bounds = boundsOf([
      { lat: 35.7, lng: 139.7 },
      { lat: 37.8, lng: -122.4 },
    ]);
    expect(bounds?.west).toBe(139.7);
    expect(bounds?.east).toBeCloseTo(237.6, 6);
  });
});

describe("framePadding", () => {
  test("adds room for names, less on a phone", () => {
    expect(framePadding(NONE, { width: 912, height: 844 })).toEqual({
      top: 72,
      right: 88,
      bottom: 72,
      left: 88,
    });
    expect(framePadding(NONE, { width: 390, height: 600 }).left).toBeCloseTo(54.6, 6);
  });

  test("keeps clear of the drawer", () => {
    const padding = framePadding({ ...NONE, right: 392 }, { width: 912, height: 844 });
    expect(padding.right).toBeGreaterThan(392 + 60);
    expect(912 - padding.left - padding.right).toBeGreaterThan(300);
  });

  test("never asks for more than there is", () => {
    for (const [width, height] of [
      [390, 120],
      [100, 100],
      [0, 0],
    ] as const) {
      const { top, right, bottom, left } = framePadding(
        { ...NONE, right: 60, bottom: 80 },
        { width, height },
      );
      expect(left + right).toBeLessThanOrEqual(width);
      expect(top + bottom).toBeLessThanOrEqual(height);
    }
  });
});

test("what is shown stands in the middle of what is not covered", () => {
  expect(visibleOffset({ ...NONE, right: 392 }, { width: 912, height: 844 })).toEqual([-196, 0]);
  expect(visibleOffset({ ...NONE, right: 392 }, { width: 390, height: 844 })).toEqual([0, 0]);
});

describe("projection", () => {
  test("is Web Mercator with tiles of 512", () => {
    expect(worldPixel({ lng: 0, lat: 0 }, 0)).toEqual({ x: 256, y: 256 });
    const corner = worldPixel({ lng: -180, lat: 85.0511287798 }, 3);
    expect(corner.x).toBe(0);
    expect(corner.y).toBeCloseTo(0, 1);
    expect(worldPixel({ lng: 0, lat: 90 }, 0).y).toBeGreaterThanOrEqual(0);
  });

  test("takes the nearest copy of the world", () => {
    expect(nearestLng(-179, 179)).toBe(181);
    expect(nearestLng(179, -179)).toBe(-181);
    expect(nearestLng(10, 20)).toBe(10);
  });
});

describe("scale", () => {
  test.each([
    [15, 35],
    [9, -17],
    [2, 0],
    [18, 69.6],
  ])("at zoom %d and latitude %d says a round length that fits", (zoom, lat) => {
    const { meters, pixels } = scaleOf(zoom, lat);
    expect([1, 2, 5]).toContain(meters / 10 ** Math.floor(Math.log10(meters)));
    expect(pixels).toBeGreaterThan(35);
    expect(pixels).toBeLessThanOrEqual(88);
    expect(pixels * metersPerPixel(lat, zoom)).toBeCloseTo(meters, 3);
  });
});

describe("grid", () => {
  test("has lines 20 to 200 px apart, and stronger ones ten times that", () => {
    for (let zoom = 8; zoom <= 18; zoom += 0.37) {
      const grid = gridOf(view(zoom), 256);
      const fine = Number.parseFloat(grid["--grid-fine"] ?? "");
      expect(fine).toBeGreaterThanOrEqual(20 - 1e-6);
      expect(fine).toBeLessThanOrEqual(200 + 1e-6);
      expect(Number.parseFloat(grid["--grid"] ?? "")).toBeCloseTo(fine * 10, 6);
    }
  });

  test("leaves the world to its coasts", () => {
    expect(gridOf(view(7), 256)["--grid-strength"]).toBe("0%");
    expect(gridOf(view(9), 256)["--grid-strength"]).toBe("100%");
  });
});

function view(zoom: number) {
  return { ...worldPixel({ lng: 135.7, lat: 35 }, zoom), zoom, lat: 35, width: 912, height: 844 };
}
