import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Osrm } from "#lib/server/routes/osrm.ts";
import { Router } from "#lib/server/routes/router.ts";
import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import { type RoutingTrouble, startRoutingServer } from "#tests/doubles/routing.ts";

const server = await startRoutingServer();
const DAY = 86_400_000;
const kiyomizu = { lat: 34.9949, lng: 135.785 };
const kinkakuji = { lat: 35.0394, lng: 135.7292 };

afterAll(() => server.stop());
beforeEach(() => {
  server.trouble(null);
  server.requests.length = 0;
});

function newRouter({
  url = `${server.url}/{profile}`,
  timeoutMs,
}: { url?: string; timeoutMs?: number } = {}) {
  const clock = { now: Date.parse("2026-11-22T10:00:00Z") };
  const router = new Router(new Osrm({ url, timeoutMs }), { now: () => clock.now });
  return { router, clock };
}

/** So many places along a meridian, a tenth of a degree apart. */
function row(count: number): Point[] {
  return Array.from({ length: count }, (_, index) => ({ lat: 35 + index / 10, lng: 135 }));
}

describe("what is asked and answered", () => {
  test("a way by each profile, at the place of the placeholder", async () => {
    const { router } = newRouter();
    const meters = distanceMeters(kiyomizu, kinkakuji) * 1.2;
    for (const [mode, profile, speed] of [
      ["walk", "foot", 1.25],
      ["cycle", "bike", 4],
      ["drive", "car", 10],
    ] as const) {
      const way = await router.findWay(mode, kiyomizu, kinkakuji);
      expect(way?.meters).toBeCloseTo(meters, 3);
      expect(way?.seconds).toBeCloseTo(meters / speed, 3);
      expect(server.requests.at(-1)).toBe(
        `/${profile}/route/v1/${profile}/135.78500,34.99490;135.72920,35.03940?overview=simplified&geometries=geojson&steps=false`,
      );
    }
    expect(server.userAgent()).toMatch(/^Wayfare/);
  });

  test("its path, as [lng, lat]", async () => {
    const way = await newRouter().router.findWay("drive", kiyomizu, kinkakuji);
    expect(way?.path).toEqual([
      [135.785, 34.9949],
      [135.7292, 34.9949],
      [135.7292, 35.0394],
    ]);
  });

  test("only drives of a server without a placeholder, and transit of none", async () => {
    const one = newRouter({ url: server.url }).router;
    expect(await one.findWay("walk", kiyomizu, kinkakuji)).toBeNull();
    expect(await one.findWay("cycle", kiyomizu, kinkakuji)).toBeNull();
    expect(await one.findWay("transit", kiyomizu, kinkakuji)).toBeNull();
    expect(await newRouter().router.findTable("transit", [kiyomizu, kinkakuji])).toBeNull();
    expect(server.requests).toEqual([]);
    expect(await one.findWay("drive", kiyomizu, kinkakuji)).not.toBeNull();
    expect(server.requests).toEqual([expect.stringMatching(/^\/route\/v1\/car\//)]);
  });

  test("a table of all ways among places", async () => {
    const points = row(3);
    const table = await newRouter().router.findTable("walk", points);
    const meters = distanceMeters({ lat: 35, lng: 135 }, { lat: 35.2, lng: 135 }) * 1.2;
    expect(table?.[0]?.[2]?.meters).toBeCloseTo(meters, 3);
    expect(table?.[2]?.[0]?.seconds).toBeCloseTo(meters / 1.25, 3);
    expect(server.requests).toEqual([
      "/foot/table/v1/foot/135.00000,35.00000;135.00000,35.10000;135.00000,35.20000?annotations=duration,distance",
    ]);
  });
});

describe("what was asked once", () => {
  test("is not asked again for 30 days, nor for what is the same to a metre", async () => {
    const { router, clock } = newRouter();
    const way = await router.findWay("drive", kiyomizu, kinkakuji);
    clock.now += 30 * DAY - 1;
    const near = { lat: kiyomizu.lat + 0.000_001, lng: kiyomizu.lng };
    expect(await router.findWay("drive", near, kinkakuji)).toEqual(way);
    expect(server.requests).toHaveLength(1);
    clock.now += 1;
    await router.findWay("drive", kiyomizu, kinkakuji);
    expect(server.requests).toHaveLength(2);
    await router.findWay("drive", kinkakuji, kiyomizu);
    await router.findWay("walk", kiyomizu, kinkakuji);
    expect(server.requests).toHaveLength(4);
  });

  test("is asked once by all who ask at the same time", async () => {
    const release = server.hold();
    const { router } = newRouter();
    const all = Array.from({ length: 20 }, () => router.findWay("drive", kiyomizu, kinkakuji));
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    release();
    expect(new Set(await Promise.all(all)).size).toBe(1);
    expect(server.requests).toHaveLength(1);
  });
});

describe("what may be known later", () => {
  test("is what is asked just now, and nothing once it is answered", async () => {
    const release = server.hold();
    const { router } = newRouter();
    const finding = router.findWay("drive", kiyomizu, kinkakuji);
    expect(router.isOpen("drive", kiyomizu, kinkakuji)).toBe(true);
    release();
    await finding;
    expect(router.isOpen("drive", kiyomizu, kinkakuji)).toBe(false);
    server.trouble("NoRoute");
    await router.findWay("walk", kiyomizu, kinkakuji);
    expect(router.isOpen("walk", kiyomizu, kinkakuji)).toBe(false);
  });

  test("is what could not be asked, but for what nobody would be asked", async () => {
    const { router } = newRouter();
    server.trouble("error");
    await router.findWay("drive", kiyomizu, kinkakuji);
    expect(router.isOpen("drive", kiyomizu, kinkakuji)).toBe(true);
    expect(router.isOpen("transit", kiyomizu, kinkakuji)).toBe(false);
    expect(router.isOpen("drive", kiyomizu, { lat: 10, lng: 100 })).toBe(false);
  });
});

describe("what is too far to tell", () => {
  // 309 km as the crow flies, and 306.
  const fukuoka = { lat: 33.5902, lng: 130.4017 };
  const near = { lat: 34.39, lng: 133.55 };

  test.each(["drive", "cycle", "walk"] as const)(
    "is not asked for (%s), and what is nearer is",
    async (mode) => {
      const { router } = newRouter();
      expect(await router.findWay(mode, kiyomizu, fukuoka)).toBeNull();
      expect(server.requests).toEqual([]);
      expect(await router.findWay(mode, near, fukuoka)).not.toBeNull();
    },
  );

  test("is in no table either: one far place would hold up everybody's", async () => {
    const { router } = newRouter();
    expect(await router.findTable("drive", [kiyomizu, kinkakuji, fukuoka])).toBeNull();
    expect(server.requests).toEqual([]);
  });

  test("or too much keeps nobody from asking for other ways", async () => {
    const { router } = newRouter();
    server.trouble("TooBig");
    expect(await router.findTable("drive", row(3))).toEqual(row(3).map(() => row(3).map(() => null)));
    server.trouble(null);
    expect(await router.findWay("drive", kiyomizu, kinkakuji)).not.toBeNull();
  });
});

describe("a server", () => {
  test("is asked four things at once, no more", async () => {
    const release = server.hold();
    const { router } = newRouter();
    const points = row(12);
    const all = points.slice(1).map((to, index) => router.findWay("drive", points[index] ?? to, to));
    await vi.waitFor(() => expect(server.requests).toHaveLength(4));
    release();
    expect((await Promise.all(all)).every((way) => way !== null)).toBe(true);
    expect(server.requests).toHaveLength(11);
    expect(server.busiest()).toBe(4);
  });

  test.each<RoutingTrouble>(["NoRoute", "NoSegment", "TooBig", "far-street", "stub"])(
    "that knows no way (%s) is not asked for it again on this day, and for others it is",
    async (trouble) => {
      const { router, clock } = newRouter();
      server.trouble(trouble);
      expect(await router.findWay("drive", kiyomizu, kinkakuji)).toBeNull();
      server.trouble(null);
      clock.now += DAY - 1;
      expect(await router.findWay("drive", kiyomizu, kinkakuji)).toBeNull();
      expect(await router.findWay("drive", kinkakuji, kiyomizu)).not.toBeNull();
      clock.now += 1;
      expect(await router.findWay("drive", kiyomizu, kinkakuji)).not.toBeNull();
    },
  );

  test.each<RoutingTrouble>(["error", "garbage", "slow", "gone", "huge", "redirect"])(
    "in trouble (%s) is left alone for half a minute, of this profile",
    async (trouble) => {
      const { router, clock } = newRouter({ timeoutMs: 200 });
      server.trouble(trouble);
      expect(await router.findWay("drive", kiyomizu, kinkakuji)).toBeNull();
      server.trouble(null);
      clock.now += 29_999;
      expect(await router.findWay("drive", kiyomizu, kinkakuji)).toBeNull();
      expect(server.requests).toHaveLength(1);
      expect(await router.findWay("walk", kiyomizu, kinkakuji)).not.toBeNull();
      clock.now += 1;
      expect(await router.findWay("drive", kiyomizu, kinkakuji)).not.toBeNull();
    },
  );

  test("whose answers end early or lie is no server", async () => {
    const { router, clock } = newRouter({ url: "http://127.0.0.1:1/{profile}" });
    expect(await router.findWay("drive", kiyomizu, kinkakuji)).toBeNull();
    clock.now += 60_000;
    expect(await router.findTable("drive", [kiyomizu, kinkakuji])).toBeNull();
  });
});
