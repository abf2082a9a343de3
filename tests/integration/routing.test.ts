import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { OpenServiceClient } from "#lib/server/open-services/open-service-client.ts";
import { OPEN_SERVICES } from "#lib/server/open-services/services.ts";
import { Osrm } from "#lib/server/routes/osrm.ts";
import { type FoundRoute, Router, type RouteQuery } from "#lib/server/routes/router.ts";
import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";
import { UNREACHABLE_POINT, type RoutingTrouble, startRoutingServer } from "#tests/doubles/routing.ts";

const server = await startRoutingServer();
const DAY = 86_400_000;
const kiyomizu = { lat: 34.9949, lng: 135.785 };
const kinkakuji = { lat: 35.0394, lng: 135.7292 };

afterAll(() => server.stop());
beforeEach(() => {
  server.trouble(null);
  server.requests.length = 0;
});

/** Returns a router without cached answers; a router with the same `name` stands for another server process. */
function newRouter({
  url = `${server.url}/{profile}`,
  deadlineMs = 3500,
  name = randomUUID(),
  everyMs = 0,
}: { url?: string; deadlineMs?: number; name?: string; everyMs?: number } = {}) {
  const clock = { now: Date.now() };
  const service = { ...OPEN_SERVICES.routes, atOnce: 4, name, deadlineMs, everyMs };
  const client = new OpenServiceClient(service, () => clock.now);
  const router = new Router(new Osrm(url), { client });
  const findWay = async (mode: TravelMode, from: Point, to: Point): Promise<FoundRoute | undefined> => {
    const [way] = await router.findWays([{ mode, from, to }]);
    await awaitDeferredWork();
    return way;
  };
  return { router, findWay, clock };
}

/** Returns points along a parallel, a tenth of a degree apart. */
function row(count: number): Point[] {
  return Array.from({ length: count }, (_, index) => ({ lat: 35, lng: 135 + index / 10 }));
}

function chain(points: readonly Point[], mode: TravelMode = "drive"): RouteQuery[] {
  return points.slice(1).map((to, index) => ({ mode, from: points[index] ?? to, to }));
}

function isWay(way: FoundRoute | undefined): boolean {
  return typeof way === "object" && way !== null;
}

describe("what is asked and answered", () => {
  test("a way by each profile, at the place of the placeholder", async () => {
    const { findWay } = newRouter();
    const meters = distanceMeters(kiyomizu, kinkakuji) * 1.2;
    for (const [mode, profile, speed] of [
      ["walk", "foot", 1.25],
      ["cycle", "bike", 4],
      ["drive", "car", 10],
    ] as const) {
      expect(await findWay(mode, kiyomizu, kinkakuji)).toMatchObject({
        meters: expect.closeTo(meters, 3),
        seconds: expect.closeTo(meters / speed, 3),
      });
      expect(server.requests.at(-1)).toBe(
        `/${profile}/route/v1/${profile}/135.78500,34.99490;135.72920,35.03940?overview=simplified&geometries=geojson&steps=false`,
      );
    }
    expect(server.userAgent()).toMatch(/^Wayfare\//);
  });

  test("its path, as [lng, lat]", async () => {
    expect(await newRouter().findWay("drive", kiyomizu, kinkakuji)).toMatchObject({
      path: [
        [135.785, 34.9949],
        [135.7292, 34.9949],
        [135.7292, 35.0394],
      ],
    });
  });

  test("only drives of a server without a placeholder, and transit of none", async () => {
    const { findWay } = newRouter({ url: server.url });
    for (const mode of ["walk", "cycle", "transit"] as const)
      expect(await findWay(mode, kiyomizu, kinkakuji)).toBeNull();
    expect(await newRouter().router.findTable("transit", [kiyomizu, kinkakuji])).toBeNull();
    expect(server.requests).toEqual([]);
    expect(isWay(await findWay("drive", kiyomizu, kinkakuji))).toBe(true);
    expect(server.requests).toEqual([expect.stringMatching(/^\/route\/v1\/car\//)]);
  });

  test("a table of all ways among places", async () => {
    const points = row(3);
    const table = await newRouter().router.findTable("walk", points);
    const meters = distanceMeters(points[0] ?? kiyomizu, points[2] ?? kiyomizu) * 1.2;
    expect(table?.[0]?.[2]?.meters).toBeCloseTo(meters, 3);
    expect(table?.[2]?.[0]?.seconds).toBeCloseTo(meters / 1.25, 3);
    expect(server.requests).toEqual([
      "/foot/table/v1/foot/135.00000,35.00000;135.10000,35.00000;135.20000,35.00000?annotations=duration,distance",
    ]);
  });
});

describe("the ways of a day", () => {
  test("are asked for together, and each has its own part of the line", async () => {
    const points = [
      { lat: 35, lng: 135 },
      { lat: 35.1, lng: 135.1 },
      // The route returns, so that it passes its first points again.
      { lat: 35, lng: 135 },
      { lat: 35.2, lng: 134.9 },
    ];
    const { router } = newRouter();
    const ways = await router.findWays(chain(points));
    expect(server.requests).toHaveLength(1);
    for (const [index, way] of ways.entries()) {
      const [from, to] = [points[index], points[index + 1]];
      if (way === "unknown" || !way || !from || !to) throw new Error("No way.");
      expect(way.meters).toBeCloseTo(distanceMeters(from, to) * 1.2, 3);
      expect(way.path).toEqual([
        [from.lng, from.lat],
        [to.lng, from.lat],
        [to.lng, to.lat],
      ]);
    }
  });

  test("are asked for by what one goes by, and what is known is left out", async () => {
    const { router } = newRouter();
    const points = row(7);
    await router.findWays(chain(points.slice(2, 4)));
    await awaitDeferredWork();
    const wanted = chain(points);
    wanted[5] = { mode: "walk", from: points[5] ?? kiyomizu, to: points[6] ?? kiyomizu };
    const ways = await router.findWays(wanted);
    expect(ways.every(isWay)).toBe(true);
    const asked = server.requests.slice(1).map((url) => [url.split("/")[1], url.split(";").length]);
    expect(asked).toEqual([
      ["car", 3],
      ["car", 3],
      ["foot", 2],
    ]);
  });

  test("ask only for what is new when a stop moves, and many at once for each part", async () => {
    const { router } = newRouter();
    const points = row(60);
    await router.findWays(chain(points));
    await awaitDeferredWork();
    expect(server.requests.map((url) => url.split(";").length)).toEqual([26, 26, 10]);
    server.requests.length = 0;
    const [a, b, c, ...rest] = points;
    await router.findWays(chain([a ?? kiyomizu, c ?? kiyomizu, b ?? kiyomizu, ...rest]));
    expect(server.requests.map((url) => url.split(";").length)).toEqual([4]);
  });

  test("one stop without a way takes none of the others along", async () => {
    const { router } = newRouter();
    server.trouble("island");
    const points = row(5);
    expect(`${points[2]?.lng.toFixed(5)},35.00000`).toBe(UNREACHABLE_POINT);
    const ways = await router.findWays(chain(points));
    expect(ways.map(isWay)).toEqual([true, false, false, true]);
    expect(ways).not.toContain("unknown");
    await awaitDeferredWork();
    const asked = server.requests.length;
    await router.findWays(chain(points));
    expect(server.requests).toHaveLength(asked);
  });
});

describe("what was asked once", () => {
  test("is not asked again for 30 days, nor for what is the same to a metre", async () => {
    const { findWay, clock } = newRouter();
    const way = await findWay("drive", kiyomizu, kinkakuji);
    clock.now += 30 * DAY - 1000;
    const near = { lat: kiyomizu.lat + 0.000_001, lng: kiyomizu.lng };
    expect(await findWay("drive", near, kinkakuji)).toEqual(way);
    expect(server.requests).toHaveLength(1);
    clock.now += 2000;
    await findWay("drive", kiyomizu, kinkakuji);
    expect(server.requests).toHaveLength(2);
    await findWay("drive", kinkakuji, kiyomizu);
    await findWay("walk", kiyomizu, kinkakuji);
    expect(server.requests).toHaveLength(4);
  });

  test("is known to other servers too", async () => {
    const name = randomUUID();
    const way = await newRouter({ name }).findWay("drive", kiyomizu, kinkakuji);
    expect(await newRouter({ name }).findWay("drive", kiyomizu, kinkakuji)).toEqual(way);
    expect(server.requests).toHaveLength(1);
  });

  test("is asked once by all who ask at the same time", async () => {
    const release = server.hold();
    const { router } = newRouter();
    const all = Array.from({ length: 20 }, () => router.findWays(chain([kiyomizu, kinkakuji])));
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    release();
    expect(new Set((await Promise.all(all)).map(([way]) => JSON.stringify(way))).size).toBe(1);
    expect(server.requests).toHaveLength(1);
  });
});

describe("what is too far to tell", () => {
  // The distances in a straight line are 309 km and 306 km.
  const fukuoka = { lat: 33.5902, lng: 130.4017 };
  const near = { lat: 34.39, lng: 133.55 };

  test.each(["drive", "cycle", "walk"] as const)(
    "is not asked for (%s), and what is nearer is",
    async (mode) => {
      const { findWay } = newRouter();
      expect(await findWay(mode, kiyomizu, fukuoka)).toBeNull();
      expect(server.requests).toEqual([]);
      expect(isWay(await findWay(mode, near, fukuoka))).toBe(true);
    },
  );

  test("is in no table either: one far place would hold up everybody's", async () => {
    const { router } = newRouter();
    expect(await router.findTable("drive", [kiyomizu, kinkakuji, fukuoka])).toBeNull();
    expect(server.requests).toEqual([]);
  });

  test("or too much keeps nobody from asking for other ways", async () => {
    const { router, findWay } = newRouter();
    server.trouble("TooBig");
    expect(await router.findTable("drive", row(3))).toEqual(row(3).map(() => row(3).map(() => null)));
    server.trouble(null);
    expect(isWay(await findWay("drive", kiyomizu, kinkakuji))).toBe(true);
  });
});

describe("a server", () => {
  test.each<RoutingTrouble>(["NoRoute", "NoSegment", "TooBig", "far-street", "stub"])(
    "that knows no way (%s) is not asked for it again on this day, and for others it is",
    async (trouble) => {
      const { findWay, clock } = newRouter();
      server.trouble(trouble);
      expect(await findWay("drive", kiyomizu, kinkakuji)).toBeNull();
      server.trouble(null);
      clock.now += DAY - 1000;
      expect(await findWay("drive", kiyomizu, kinkakuji)).toBeNull();
      expect(isWay(await findWay("drive", kinkakuji, kiyomizu))).toBe(true);
      clock.now += 2000;
      expect(isWay(await findWay("drive", kiyomizu, kinkakuji))).toBe(true);
    },
  );

  test.each<RoutingTrouble>(["error", "garbage", "slow", "gone", "huge", "redirect"])(
    "in trouble (%s) is no word about the way, which is asked for again",
    async (trouble) => {
      const { findWay } = newRouter({ deadlineMs: 200 });
      server.trouble(trouble);
      expect(await findWay("drive", kiyomizu, kinkakuji)).toBe("unknown");
      server.trouble(null);
      await expect.poll(async () => isWay(await findWay("drive", kiyomizu, kinkakuji))).toBe(true);
    },
  );

  test("that is not there is no word either", async () => {
    const { findWay, router } = newRouter({ url: "http://127.0.0.1:1/{profile}" });
    expect(await findWay("drive", kiyomizu, kinkakuji)).toBe("unknown");
    expect(await router.findTable("drive", [kiyomizu, kinkakuji])).toBeNull();
  });
});
