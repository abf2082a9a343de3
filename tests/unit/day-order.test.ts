import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  estimatedTravel,
  optimizeDay,
  type OrderedStop,
  type PlacedStop,
  type TravelOf,
} from "#lib/shared/day-order.ts";
import { compareStops } from "#lib/shared/stop-order.ts";
import { spreadKeys } from "#lib/shared/order.ts";
import { TRAVEL_MODES } from "#lib/shared/travel-modes.ts";

type Given = Partial<Omit<OrderedStop, "id" | "position">>;

const NOTHING: ReadonlySet<string> = new Set();

function dayOf(given: readonly Given[]): OrderedStop[] {
  const keys = spreadKeys(given.length);
  return given.map((fields, index) => ({
    id: `s${String(index).padStart(2, "0")}`,
    position: keys[index] ?? "",
    place: { lat: 35, lng: 135 + index / 100 },
    category: "sight",
    startTime: null,
    endTime: null,
    timezone: null,
    travelMode: null,
    ...fields,
  }));
}

/** Returns a stop this many hundredths of a degree to the east. */
function at(east: number, more: Given = {}): Given {
  return { place: { lat: 35, lng: 135 + east / 100 }, ...more };
}

function ordered(given: readonly Given[], booked = NOTHING): string {
  return optimizeDay(dayOf(given), booked)
    .order.map((id) => Number(id.slice(1)))
    .join(" ");
}

function knownBut(isEstimate: (from: PlacedStop) => boolean): TravelOf {
  return (from, to) => ({ ...estimatedTravel(from, to), isEstimate: isEstimate(from) });
}

/** Returns the message about an order that saves `minutes` of `all` minutes. */
function saving(minutes: number, all: number): string {
  const found = optimizeDay(dayOf([at(0), at(1), at(2), at(3)]), NOTHING, (from, to) => {
    const isBetter = `${from.id} ${to.id}` === "s02 s01";
    return { meters: 1, minutes: all / 3 - (isBetter ? minutes : 0), isEstimate: false };
  });
  return found.verdict;
}

describe("an order that takes less time", () => {
  test("goes there and back no more than it has to", () => {
    const day = dayOf([at(0), at(30), at(10), at(20), at(40)]);
    const found = optimizeDay(day, NOTHING);
    expect(found.order).toEqual(["s00", "s02", "s03", "s01", "s04"]);
    expect(found).toMatchObject({ verdict: "better", isEstimated: true });
    expect(found.after.minutes).toBeLessThan(found.before.minutes);
    expect(found.after.meters).toBeLessThan(found.before.meters);
  });

  test("keeps the first and the last one", () => {
    expect(ordered([at(20), at(30), at(0), at(10), at(25)])).toMatch(/^0 .* 4$/);
  });

  test("keeps what has a time in its order, and moves the others between", () => {
    const noon = { startTime: "12:00", endTime: "13:00" };
    const evening = { startTime: "18:00" };
    expect(ordered([at(0), at(30, noon), at(10), at(20), at(31, evening), at(40)])).toBe("0 2 3 1 4 5");
    // The stop of the evening is on the route to the stop at noon, but keeps its time in the evening.
    expect(ordered([at(0), at(30, noon), at(10, evening), at(40), at(50)])).toBe("0 1 2 3 4");
  });

  test.each<[string, Given, ReadonlySet<string>]>([
    ["a bed", { category: "lodging" }, NOTHING],
    ["a ride", { category: "transport" }, NOTHING],
    ["what is booked", {}, new Set(["s01", "s03"])],
  ])("keeps %s in its order", (_, fields, booked) => {
    expect(ordered([at(0), at(30, fields), at(60), at(10, fields), at(70)], booked)).toBe("0 1 3 2 4");
    expect(ordered([at(0), at(30), at(60), at(10), at(70)])).toBe("0 3 1 2 4");
  });

  test("takes along what has no place, and what comes before the first place", () => {
    const none = { place: null };
    expect(ordered([none, at(0), at(30), none, at(10), none, none, at(20), at(40)])).toBe(
      "0 1 4 5 6 7 2 3 8",
    );
  });

  test("puts no more between two clocks than an hour each allows, unless they are there", () => {
    const ten = { startTime: "10:00", endTime: "11:00" };
    const day = (until: string, ...rest: Given[]) => [
      at(0, ten),
      at(30, { startTime: until }),
      at(10),
      at(20),
      ...rest,
      at(40),
    ];
    expect(ordered(day("13:00"))).toBe("0 2 3 1 4");
    // With an hour between the two timed stops, one more stop fits in.
    expect(ordered(day("12:30"))).toMatch(/^0 (2 1 3|3 1 2) 4$/);
    expect(ordered(day("11:30"))).toBe("0 1 2 3 4");
  });

  test("asks what a way takes from where and in which mode", () => {
    const asked = new Set<string>();
    optimizeDay(dayOf([at(0), at(30, { travelMode: "walk" }), at(10), at(40)]), NOTHING, (from, to) => {
      asked.add(`${from.id} ${to.id} ${to.travelMode}`);
      return estimatedTravel(from, to);
    });
    expect(asked).toContain("s02 s01 walk");
    expect(asked).toContain("s01 s02 null");
  });

  test("is estimated as soon as one of its ways is", () => {
    const day = dayOf([at(0), at(30), at(10), at(40)]);
    const all = knownBut(() => false);
    const allButOne = knownBut(({ id }) => id === "s00");
    expect(optimizeDay(day, NOTHING, all).isEstimated).toBe(false);
    expect(optimizeDay(day, NOTHING, allButOne).isEstimated).toBe(true);
  });
});

describe("no other order", () => {
  test("for fewer than four places, or more than forty", () => {
    expect(optimizeDay(dayOf([at(0), at(30), at(10), { place: null }]), NOTHING).verdict).toBe("few");
    expect(optimizeDay([], NOTHING)).toMatchObject({ verdict: "few", order: [] });
    const many = dayOf(Array.from({ length: 41 }, (_, index) => at((index * 37) % 41)));
    expect(optimizeDay(many, NOTHING)).toMatchObject({ verdict: "many", order: many.map(({ id }) => id) });
  });

  test("for a gain of a minute, or of one in a hundred", () => {
    expect(saving(1.9, 30)).toBe("good");
    expect(saving(2, 30)).toBe("better");
    expect(saving(2.9, 100)).toBe("good");
    expect(saving(3, 100)).toBe("better");
  });
});

const times = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, "0")}:00`);
const anyStop = fc.record({
  place: fc.option(
    fc.record({
      lat: fc.integer({ min: 0, max: 40 }).map((n) => 35 + n / 100),
      lng: fc.integer({ min: 0, max: 40 }).map((n) => 135 + n / 100),
    }),
    { freq: 6 },
  ),
  category: fc.constantFrom("sight", "sight", "sight", "food", "lodging", "transport"),
  startTime: fc.option(times, { freq: 1 }).map((time) => time),
  travelMode: fc.option(fc.constantFrom(...TRAVEL_MODES), { freq: 1 }),
}) as fc.Arbitrary<Given>;
const untimed = anyStop.map((stop) => ({ ...stop, startTime: null }));
const anyDay = (maxLength: number) => fc.array(fc.oneof(untimed, untimed, anyStop), { maxLength }).map(dayOf);

function isFixed({ startTime, category }: OrderedStop): boolean {
  return startTime !== null || category === "lodging" || category === "transport";
}

/** Returns groups that keep their order: a stop with a place and all following stops without one. */
function anchorsOf(stops: readonly OrderedStop[]): string[] {
  const heads: OrderedStop[][] = [];
  for (const stop of stops) {
    const last = heads.at(-1);
    if (last && (stop.place === null || last.every(({ place }) => place === null))) last.push(stop);
    else heads.push([stop]);
  }
  return heads.flatMap((group, index) =>
    index === 0 || index === heads.length - 1 || group.some(isFixed) ? group.map(({ id }) => id) : [],
  );
}

function secondsOf(stops: readonly OrderedStop[]): number {
  const placed = stops.filter((stop): stop is PlacedStop => stop.place !== null);
  return placed.slice(1).reduce((sum, to, index) => {
    const from = placed[index];
    return sum + (from ? estimatedTravel(from, to).minutes : 0);
  }, 0);
}

function inOrder(stops: readonly OrderedStop[], ids: readonly string[]): OrderedStop[] {
  return ids.flatMap((id) => stops.find((stop) => stop.id === id) ?? []);
}

describe("whatever the day", () => {
  test.each([12, 40])("of up to %i stops: all of them, anchors in their order, never slower", (most) => {
    fc.assert(
      fc.property(anyDay(most), (stops) => {
        const { order, verdict } = optimizeDay(stops, NOTHING);
        const ids = stops.map(({ id }) => id);
        expect(order.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ids);
        const anchors = anchorsOf(stops);
        expect(order.filter((id) => anchors.includes(id))).toEqual(anchors);
        if (verdict !== "better") expect(order).toEqual(ids);
        expect(secondsOf(inOrder(stops, order))).toBeLessThanOrEqual(secondsOf(stops));
      }),
      { numRuns: most > 20 ? 25 : 200 },
    );
  });

  test("the order of its rows doesn't matter, nor does asking twice", () => {
    const shuffled = anyDay(9).chain((stops) =>
      fc.tuple(fc.constant(stops), fc.shuffledSubarray(stops, { minLength: stops.length })),
    );
    fc.assert(
      fc.property(shuffled, ([stops, rows]) => {
        expect(optimizeDay(rows, NOTHING)).toEqual(optimizeDay(stops, NOTHING));
      }),
    );
  });

  test("of up to eight stops no order that is allowed is faster", () => {
    const plain = fc.array(
      fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 }), fc.integer({ min: 0, max: 3 })),
      { minLength: 4, maxLength: 8 },
    );
    fc.assert(
      fc.property(plain, (places) => {
        const stops = dayOf(
          places.map(([north, east, kind]) => ({
            place: { lat: 35 + north / 100, lng: 135 + east / 100 },
            category: kind === 0 ? "lodging" : "sight",
          })),
        );
        const found = optimizeDay(stops, NOTHING);
        const best = Math.min(...allowedOrders(stops).map(secondsOf));
        const now = secondsOf(stops);
        if (now - best >= 2 && now - best >= now * 0.03) {
          expect(secondsOf(inOrder(stops, found.order))).toBeCloseTo(best, 3);
        } else expect(found.verdict).toBe("good");
      }),
      { numRuns: 60 },
    );
  });
});

function allowedOrders(stops: OrderedStop[]): OrderedStop[][] {
  const sorted = stops.toSorted(compareStops);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return [[]];
  const anchors = sorted.filter(isFixed);
  const keepsAnchors = (order: OrderedStop[]) =>
    order.filter(isFixed).every((stop, index) => stop === anchors[index]);
  return permutations(sorted.slice(1, -1))
    .map((middle) => [first].concat(middle, last))
    .filter(keepsAnchors);
}

function permutations<T>(things: readonly T[]): T[][] {
  if (things.length === 0) return [[]];
  return things.flatMap((thing, index) =>
    permutations(things.toSpliced(index, 1)).map((rest) => [thing].concat(rest)),
  );
}
