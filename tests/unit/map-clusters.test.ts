import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Cluster, Clusters, type DayStop } from "#app/trips/[tripId]/_map/clusters.ts";
import { placeMarkers, type Spot } from "#app/trips/[tripId]/_map/marker-layout.ts";

const KYOTO = { lat: 35.0, lng: 135.77 };
/** A zoom at which a pixel is 250 metres wide at Kyoto's latitude. */
const FAR_ZOOM = 10;
const STREETS = 15;

function stop(id: string, lat: number, lng: number, more: Partial<DayStop> = {}): DayStop {
  return { id, lat, lng, dayId: "sat", inView: true, ...more };
}

/** Returns a row of stops to the north, which are at most a few pixels apart at the far zoom. */
function row(count: number, step = 0.0004, inView: (index: number) => boolean = () => true): DayStop[] {
  return Array.from({ length: count }, (_, index) =>
    stop(`s${index}`, KYOTO.lat + index * step, KYOTO.lng, { inView: inView(index) }),
  );
}

function at(stops: readonly DayStop[], zoom: number, ...alone: string[]): Cluster[] {
  return new Clusters(stops).at(zoom, new Set(alone));
}

function idsOf(clusters: readonly Cluster[]): string[][] {
  return clusters.map(({ stopIds }) => [...stopIds]);
}

const anywhere = fc
  .array(
    fc.record({
      lat: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
      lng: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
      dayId: fc.constantFrom("sat", "sun", null),
      inView: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  .chain((places) =>
    fc.record({
      stops: fc.constant(
        places.map(({ lat, lng, ...more }, index) =>
          stop(`s${index}`, KYOTO.lat + lat, lng + (index % 2 === 0 ? 180 : -180), more),
        ),
      ),
      zoom: fc.double({ min: 0.5, max: 18, noNaN: true }),
      alone: fc.subarray(places.map((_, index) => `s${index}`)),
    }),
  );

describe("whatever the stops, the zoom, and what stands alone", () => {
  test("a stop is in one cluster at most, and one that stands alone is in none", () => {
    fc.assert(
      fc.property(anywhere, ({ stops, zoom, alone }) => {
        const inside = idsOf(at(stops, zoom, ...alone)).flat();
        expect(new Set(inside).size).toBe(inside.length);
        expect(inside.filter((id) => alone.includes(id) || !stops.some((one) => one.id === id))).toEqual([]);
      }),
    );
  });

  test("a cluster has at least two stops, and its colour exactly if they are all of one day", () => {
    fc.assert(
      fc.property(anywhere, ({ stops, zoom, alone }) => {
        for (const { stopIds, dayId, inView } of at(stops, zoom, ...alone)) {
          expect(stopIds.length).toBeGreaterThan(1);
          const within = stops.filter(({ id }) => stopIds.includes(id));
          const days = new Set(within.map((one) => one.dayId));
          expect(dayId).toBe(days.size === 1 ? [...days][0] : null);
          expect(inView).toBe(within.some((one) => one.inView));
        }
      }),
    );
  });

  test("the order of the stops changes nothing", () => {
    const shuffled = anywhere.chain((given) =>
      fc.record({
        given: fc.constant(given),
        again: fc.shuffledSubarray(given.stops, { minLength: given.stops.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ given: { stops, zoom, alone }, again }) => {
        expect(at(again, zoom, ...alone)).toEqual(at(stops, zoom, ...alone));
      }),
    );
  });

  test("zooming out from where the trip goes keeps together what was together", () => {
    fc.assert(
      fc.property(anywhere, fc.double({ min: 0.5, max: 11.9, noNaN: true }), ({ stops }, zoom) => {
        const clusters = new Clusters(stops);
        const further = idsOf(clusters.at(zoom - 0.5, new Set()));
        for (const { stopIds } of clusters.at(zoom, new Set())) {
          expect(further.some((ids) => stopIds.every((id) => ids.includes(id)))).toBe(true);
        }
      }),
    );
  });

  test("seen from far away a town is one cluster", () => {
    fc.assert(
      fc.property(anywhere, fc.double({ min: 0.5, max: 3, noNaN: true }), ({ stops }, zoom) => {
        const all = stops.map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1));
        expect(idsOf(at(stops, zoom))).toEqual(all.length > 1 ? [all] : []);
      }),
    );
  });

  test("a cluster comes apart where it says, or is all in one place", () => {
    fc.assert(
      fc.property(anywhere, ({ stops, zoom }) => {
        const clusters = new Clusters(stops);
        for (const { stopIds, partsAt } of clusters.at(zoom, new Set())) {
          const later = idsOf(clusters.at(partsAt ?? 18, new Set()));
          const whole = later.some((ids) => stopIds.every((id) => ids.includes(id)));
          expect(whole).toBe(partsAt === null);
        }
      }),
    );
  });
});

test("stops that lie on each other are one cluster, and come apart further in", () => {
  const stops = row(5);
  expect(idsOf(at(stops, FAR_ZOOM))).toEqual([["s0", "s1", "s2", "s3", "s4"]]);
  expect(at(stops, 18)).toEqual([]);
});

test("between two steps of the zoom nothing changes", () => {
  const clusters = new Clusters(row(40));
  expect(clusters.at(12.49, new Set())).toEqual(clusters.at(12, new Set()));
});

test("one that stands alone leaves the others where they are", () => {
  const [all] = at(row(5), FAR_ZOOM);
  const [rest] = at(row(5), FAR_ZOOM, "s0");
  expect(rest).toMatchObject({ id: all?.id, x: all?.x, y: all?.y, stopIds: ["s1", "s2", "s3", "s4"] });
});

test("two or three in one street stay markers; four do not", () => {
  const step = 0.00006;
  expect(at(row(3, step), STREETS)).toEqual([]);
  expect(idsOf(at(row(4, step), STREETS))).toHaveLength(1);
  expect(idsOf(at(row(3, step), FAR_ZOOM))).toHaveLength(1);
});

test("two in one place are a cluster at every zoom, and never come apart", () => {
  const stops = [stop("a", 35, 135.77), stop("b", 35, 135.77)];
  for (const zoom of [3, FAR_ZOOM, STREETS, 18]) {
    expect(at(stops, zoom)).toMatchObject([{ stopIds: ["a", "b"], partsAt: null }]);
  }
});

test("among streets the day in view keeps to itself", () => {
  const stops = row(8, 0.0004, (index) => index % 2 === 0);
  expect(at(stops, FAR_ZOOM)).toHaveLength(1);
  expect(at(stops, 12)).toMatchObject([
    { inView: true, stopIds: ["s0", "s2", "s4", "s6"] },
    { inView: false, stopIds: ["s1", "s3", "s5", "s7"] },
  ]);
});

test("neighbours across the date line are neighbours", () => {
  expect(idsOf(at([stop("east", -17, 179.9), stop("west", -17, -179.9)], 4))).toEqual([["east", "west"]]);
});

test("two thousand stops take a moment at first, and next to nothing afterwards", () => {
  const stops = Array.from({ length: 2000 }, (_, index) =>
    stop(`s${index}`, 35 + ((index * 7919) % 1000) / 2000, 135 + ((index * 104_729) % 1000) / 2000),
  );
  const clusters = new Clusters(stops);
  const first = timed(() => clusters.at(1, new Set()));
  const again = timed(() => clusters.at(9, new Set()));
  const spots = stops.map(({ id, lat, lng }): Spot => {
    const [x, y] = [(lng - 135) * 4000, (lat - 35) * 4000];
    return { id, x, y, radius: 12, nameWidth: 80, forced: false, side: null };
  });
  const window = { left: 0, top: 0, right: 900, bottom: 800 };
  const layout = timed(() => placeMarkers(spots, { window, panels: [], lines: [] }));
  console.log(
    `2,000 stops: ${first.toFixed(1)} ms for all steps, ${again.toFixed(1)} ms for one of them, ${layout.toFixed(1)} ms to place`,
  );
  expect(first).toBeLessThan(1000);
  expect(again).toBeLessThan(100);
  expect(layout).toBeLessThan(200);
});

function timed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
