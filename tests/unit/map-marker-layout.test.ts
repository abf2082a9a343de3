import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  placeMarkers,
  type Side,
  type Spot,
  type Surroundings,
} from "#app/trips/[tripId]/_map/marker-layout.ts";

const around: Surroundings = { window: { left: 0, top: 0, right: 900, bottom: 800 }, panels: [], lines: [] };

function spot(id: string, x: number, y: number, more: Partial<Spot> = {}): Spot {
  return { id, x, y, radius: 12, nameWidth: 80, forced: false, side: null, ...more };
}

function sidesOf(spots: Spot[], surroundings = around): Array<Side | null | undefined> {
  const placements = placeMarkers(spots, surroundings);
  return spots.map(({ id }) => placements.get(id)?.side);
}

describe("names", () => {
  test("stand to the right where there is room", () => {
    expect(sidesOf([spot("a", 100, 100), spot("b", 100, 200)])).toEqual(["right", "right"]);
  });

  test("stay inside the window, and off what covers it", () => {
    expect(sidesOf([spot("a", 880, 100)])).toEqual(["left"]);
    const drawer = { ...around, window: { ...around.window, right: 500 } };
    expect(sidesOf([spot("a", 450, 100)], drawer)).toEqual(["left"]);
  });

  test("keep off other markers, and off controls", () => {
    expect(sidesOf([spot("a", 100, 100), spot("b", 140, 100)])).toEqual(["left", "right"]);
    const controls = { ...around, panels: [{ left: 110, top: 90, right: 300, bottom: 110 }] };
    expect(sidesOf([spot("a", 100, 100)], controls)).toEqual(["left"]);
  });

  test("keep off a route, unless every other side is taken", () => {
    const line = [
      { x: 100, y: 100 },
      { x: 400, y: 100 },
    ];
    expect(sidesOf([spot("a", 100, 100)], { ...around, lines: [line] })).toEqual(["left"]);
    const narrow = { left: 88, top: 88, right: 900, bottom: 112 };
    expect(sidesOf([spot("a", 100, 100)], { ...around, window: narrow, lines: [line] })).toEqual(["right"]);
  });

  test("stay where they stood while there is room", () => {
    expect(sidesOf([spot("a", 300, 100, { side: "below" })])).toEqual(["below"]);
  });

  test("give way to the more important one, but not when selected", () => {
    const window = { left: 88, top: 88, right: 200, bottom: 112 };
    const first = spot("first", 100, 100);
    expect(sidesOf([first, spot("second", 100, 130)], { ...around, window })).toEqual(["right", null]);
    const chosen = spot("chosen", 100, 400, { forced: true });
    expect(sidesOf([chosen], { ...around, window })).toEqual(["right"]);
  });
});

describe("markers", () => {
  test("become dots under a more important one, and do not when selected or hovered", () => {
    const [under, forced] = [spot("under", 108, 100), spot("forced", 104, 100, { forced: true })];
    const placements = placeMarkers([spot("top", 100, 100), under, forced], around);
    expect(placements.get("under")).toEqual({ dot: true, side: null });
    expect(placements.get("forced")?.dot).toBe(false);
  });

  test("stay whole side by side", () => {
    const placements = placeMarkers([spot("a", 100, 100), spot("b", 121, 100)], around);
    expect([...placements.values()].map(({ dot }) => dot)).toEqual([false, false]);
  });
});

test("no two names overlap, whatever the markers", () => {
  const spots = fc.array(
    fc.record({ x: fc.integer({ min: 0, max: 900 }), y: fc.integer({ min: 0, max: 800 }) }),
    { maxLength: 150 },
  );
  fc.assert(
    fc.property(spots, (places) => {
      const all = places.map(({ x, y }, index) => spot(String(index), x, y));
      const placements = placeMarkers(all, around);
      const boxes = all.flatMap(({ id, x, y }) => {
        const side = placements.get(id)?.side;
        if (!side) return [];
        const left = { right: x + 18, left: x - 98, below: x - 40, above: x - 40 }[side];
        const top = { right: y - 8, left: y - 8, below: y + 15, above: y - 31 }[side];
        return [{ left, top }];
      });
      for (const [index, a] of boxes.entries()) {
        for (const b of boxes.slice(index + 1)) {
          expect(Math.abs(a.left - b.left) >= 80 || Math.abs(a.top - b.top) >= 16).toBe(true);
        }
      }
    }),
  );
});
