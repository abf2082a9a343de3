import { describe, expect, test } from "vitest";
import { linePath } from "#app/trips/[tripId]/_map/line-path.ts";
import {
  dayTone,
  findPoint,
  type MapDay,
  type MapPoint,
  markerItems,
} from "#app/trips/[tripId]/_base/places/map-model.ts";
import { routesOf } from "#app/trips/[tripId]/_map/routes.ts";

function point(stopId: string, lat: number, lng: number, more: Partial<MapPoint> = {}): MapPoint {
  return { stopId, number: 1, name: stopId, lat, lng, time: null, ...more };
}

function day(id: string, index: number, points: MapPoint[]): MapDay {
  return { id, index, label: id, points };
}

const kiyomizu = point("kiyomizu", 34.9949, 135.785);
const ninenzaka = point("ninenzaka", 34.998, 135.7808);
const kennin = point("kennin", 35.0003, 135.7738);
const castle = point("castle", 34.6873, 135.5262);
const dotonbori = point("dotonbori", 34.6687, 135.5013);

describe("routesOf", () => {
  test("joins walks into one line and starts another where the way changes", () => {
    const routes = routesOf([day("sun", 2, [kiyomizu, ninenzaka, kennin, castle, dotonbori])], null);
    expect(routes.map(({ mode, points }) => [mode, points.length])).toEqual([
      ["walk", 3],
      ["ride", 3],
    ]);
    expect(routes.every(({ tone, quiet }) => tone === 2 && !quiet)).toBe(true);
    expect(new Set(routes.map(({ key }) => key)).size).toBe(routes.length);
  });

  test("runs no line past a stop that has no place", () => {
    const after = { ...kennin, isAfterGap: true };
    const routes = routesOf([day("sun", 2, [kiyomizu, ninenzaka, after, castle])], null);
    expect(routes.map(({ points }) => points.map(({ lat }) => lat))).toEqual([
      [kiyomizu.lat, ninenzaka.lat],
      [kennin.lat, castle.lat],
    ]);
  });

  test("draws the day in view last, the others quietly", () => {
    const days = [day("sat", 1, [kiyomizu, ninenzaka]), day("sun", 2, [castle, dotonbori])];
    expect(routesOf(days, "sat").map(({ tone, quiet }) => [tone, quiet])).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  test("draws nothing for one stop, or for the same place twice", () => {
    expect(routesOf([day("sat", 1, [kiyomizu])], null)).toEqual([]);
    expect(routesOf([day("sat", 1, [kiyomizu, { ...kiyomizu, stopId: "again" }])], null)).toEqual([]);
  });

  test("follows the streets that a router told, over the date line too", () => {
    const path = [
      [179.99, -16.5],
      [-179.99, -16.6],
    ] as const;
    const way = { mode: "drive", meters: 4000, minutes: 9, isRouted: true, path } as const;
    const [road] = routesOf(
      [day("mon", 1, [point("a", -16.4, 179.98), point("b", -16.7, -179.98, { way })])],
      null,
    );
    expect(road?.mode).toBe("drive");
    expect(road?.points.map(({ lng }) => Number(lng.toFixed(2)))).toEqual([179.98, 179.99, 180.01, 180.02]);
  });

  test("goes from Fiji to Samoa and back over the antimeridian", () => {
    const nadi = point("nadi", -17.76, 177.44);
    const apia = point("apia", -13.83, -171.77);
    const [there] = routesOf([day("mon", 1, [nadi, apia, nadi])], null);
    expect(there?.mode).toBe("far");
    expect(there?.points.map(({ lng }) => Math.round(lng))).toEqual([177, 188, 177]);
  });
});

describe("markerItems", () => {
  const days = [
    day("sat", 1, [kiyomizu]),
    day("sun", 2, [point("ghost", 35, 135, { kind: "proposal" }), castle]),
  ];
  const ideas = [point("idea", 34.9671, 135.7727, { number: null })];

  test("fills the day in view, outlines the others, and tells ideas and proposals apart", () => {
    expect(markerItems(days, ideas, "sun").map(({ point: { stopId }, look }) => [stopId, look])).toEqual([
      ["kiyomizu", "hollow"],
      ["ghost", "proposal"],
      ["castle", "filled"],
      ["idea", "idea"],
    ]);
  });

  test("fills every day when none is in view", () => {
    expect(markerItems(days, [], null).map(({ look }) => look)).toEqual(["filled", "proposal", "filled"]);
  });

  test("finds a stop on a day or among the ideas", () => {
    expect(findPoint({ days, ideas }, "castle")).toBe(castle);
    expect(findPoint({ days, ideas }, "idea")).toBe(ideas[0]);
    expect(findPoint({ days, ideas }, null)).toBeNull();
  });
});

test("the ninth day takes the first colour again", () => {
  expect([1, 8, 9, 366].map((index) => dayTone(day("any", index, [])))).toEqual([1, 8, 1, 6]);
});

describe("linePath", () => {
  const box = { left: 0, top: 0, right: 100, bottom: 100 };

  test("is one line with its corners while it is inside", () => {
    const points = [
      { x: 10, y: 10 },
      { x: 20.06, y: 20 },
      { x: 30, y: 5 },
    ];
    expect(linePath(points, box)).toBe("M10 10L20.1 20L30 5");
  });

  test("is cut off at the box", () => {
    const across = [
      { x: -1e7, y: 50 },
      { x: 1e7, y: 50 },
    ];
    expect(linePath(across, box)).toBe("M0 50L100 50");
  });

  test("is empty outside of it", () => {
    const outside = [
      { x: -10, y: -10 },
      { x: 200, y: -20 },
    ];
    expect(linePath(outside, box)).toBe("");
    expect(linePath([], box)).toBe("");
  });
});
