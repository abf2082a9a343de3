import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { OpenServiceClient } from "#lib/server/open-services/open-service-client.ts";
import { OPEN_SERVICES } from "#lib/server/open-services/services.ts";
import { Motis } from "#lib/server/routes/motis.ts";
import { type FoundConnection, Timetable } from "#lib/server/routes/timetable.ts";
import type { PlannedDeparture } from "#lib/shared/planned-departure.ts";
import { startTimetables, type TimetableBehaviour } from "#tests/doubles/timetables.ts";

const server = await startTimetables();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const castle = { lat: 38.7139, lng: -9.1334 };
const tower = { lat: 38.6916, lng: -9.216 };
/** Ten in the morning in Lisbon, a week from now. */
const TEN: PlannedDeparture = {
  at: Math.ceil((Date.now() + 7 * DAY) / DAY) * DAY + 9 * HOUR,
  by: "departure",
};

afterAll(() => server.stop());
beforeEach(() => {
  server.mood("tram");
  server.requests.length = 0;
});

/** Returns a timetable without cached answers; one with the same `name` stands for another server process. */
function newTimetable({
  deadlineMs = 3500,
  name = randomUUID(),
}: { deadlineMs?: number; name?: string } = {}) {
  const clock = { now: Date.now() };
  const service = { ...OPEN_SERVICES.timetables, name, deadlineMs, everyMs: 0 };
  const client = new OpenServiceClient(service, () => clock.now);
  const timetable = new Timetable(new Motis(server.url), { client }, () => clock.now);
  const findRide = async (ride = TEN, from = castle, to = tower): Promise<FoundConnection | undefined> => {
    const [found] = await timetable.findRides([{ from, to, ride }]);
    await awaitDeferredWork();
    return found;
  };
  return { timetable, findRide, clock };
}

function isFound(found: FoundConnection | undefined): boolean {
  return typeof found === "object" && found !== null;
}

describe("what is asked and answered", () => {
  test("is the way at a time, with who asks", async () => {
    const time = encodeURIComponent(new Date(TEN.at).toISOString().replace(".000Z", "Z"));
    await newTimetable().findRide();
    await newTimetable().findRide({ ...TEN, by: "arrival" });
    const path = "/api/v5/plan?fromPlace=38.71390,-9.13340&toPlace=38.69160,-9.21600";
    expect(server.requests).toEqual([
      `${path}&time=${time}&arriveBy=false&numItineraries=3`,
      `${path}&time=${time}&arriveBy=true&numItineraries=3`,
    ]);
    expect(server.userAgent()).toMatch(/^Wayfare\/.* \(http/);
  });

  test("is the first to arrive of those that can be caught, with others around it", async () => {
    const found = await newTimetable().findRide();
    if (found === undefined || found === "unknown" || found === null) throw new Error("Nothing was found.");
    const { best, others, path, meters } = found;
    expect(best).toMatchObject({ departs: TEN.at + 8 * 60_000, transfers: 0 });
    expect(best.price).toEqual({ amount: 185, currency: "EUR" });
    expect(best.parts.map(({ mode, line, from, to }) => [mode, line, from.name, to.name])).toEqual([
      ["walk", undefined, null, "Praça da Figueira"],
      ["tram", "15E", "Praça da Figueira", "Belém"],
      ["walk", undefined, "Belém", null],
    ]);
    expect(best.parts[0]).toMatchObject({ meters: 300, from: { zone: "Europe/Lisbon" } });
    expect(others.map(({ departs }) => (departs - best.departs) / 60_000)).toEqual([12, 24]);
    expect(path[0]).toEqual([castle.lng, castle.lat]);
    expect(path.at(-1)).toEqual([tower.lng, tower.lat]);
    expect(meters).toBeGreaterThan(7000);
  });

  test("is the last to leave of those that arrive in time", async () => {
    const found = await newTimetable().findRide({ ...TEN, by: "arrival" });
    expect(found).toMatchObject({ best: { arrives: TEN.at - 2 * 60_000 } });
    expect(found).toMatchObject({
      others: [{ arrives: TEN.at - 26 * 60_000 }, { arrives: TEN.at - 14 * 60_000 }],
    });
  });

  test("is none that one cannot catch, that is late, or half a day away", async () => {
    server.mood("around");
    const minute = 60_000;
    expect(await newTimetable().findRide()).toMatchObject({
      best: { departs: TEN.at + 8 * minute },
      others: [],
    });
    expect(await newTimetable().findRide({ ...TEN, by: "arrival" })).toMatchObject({
      best: { arrives: TEN.at - 2 * minute },
      others: [],
    });
  });

  test("has changes, and what they cost", async () => {
    server.mood("transfer");
    expect(await newTimetable().findRide()).toMatchObject({
      best: { transfers: 1, price: { amount: 225, currency: "EUR" } },
    });
  });

  test("leaves out the one connection that nobody can read", async () => {
    server.mood("odd");
    const found = await newTimetable().findRide();
    expect(found).toMatchObject({ best: { departs: TEN.at + 20 * 60_000 }, others: [{}] });
  });
});

describe("what was asked once", () => {
  test("is asked again a day before the ride", async () => {
    const name = randomUUID();
    const soon = { ...TEN, at: Math.ceil(Date.now() / HOUR) * HOUR + 26 * HOUR };
    await newTimetable({ name }).findRide(soon);
    const { findRide, clock } = newTimetable({ name });
    server.requests.length = 0;
    clock.now = soon.at - DAY - 60_000;
    await findRide(soon);
    expect(server.requests).toHaveLength(0);
    clock.now = soon.at - DAY + 60_000;
    await findRide(soon);
    expect(server.requests).toHaveLength(1);
  });

  test("is known to all servers for a day, and for an hour where it is soon", async () => {
    for (const [ride, life] of [
      [TEN, DAY],
      [{ ...TEN, at: Math.ceil(Date.now() / HOUR) * HOUR + HOUR }, HOUR],
    ] as const) {
      const name = randomUUID();
      server.requests.length = 0;
      const found = await newTimetable({ name }).findRide(ride);
      const { findRide, clock } = newTimetable({ name });
      clock.now += life - 1000;
      expect(await findRide(ride)).toEqual(found);
      expect(server.requests).toHaveLength(1);
      clock.now += 2000;
      await findRide(ride);
      expect(server.requests).toHaveLength(2);
    }
  });

  test("is asked once by all who look at the same time", async () => {
    const { timetable } = newTimetable();
    const all = Array.from({ length: 10 }, () =>
      timetable.findRides([{ from: castle, to: tower, ride: TEN }]),
    );
    const [first, ...others] = await Promise.all(all);
    expect(isFound(first?.[0])).toBe(true);
    for (const other of others) expect(other).toEqual(first);
    expect(server.requests).toHaveLength(1);
  });

  test.each<TimetableBehaviour>(["none", "refused", "cancelled"])(
    "and has no connection (%s) is not asked again on this day",
    async (mood) => {
      const { findRide } = newTimetable();
      server.mood(mood);
      expect(await findRide()).toBeNull();
      server.mood("tram");
      expect(await findRide()).toBeNull();
      expect(isFound(await findRide({ ...TEN, at: TEN.at + HOUR }))).toBe(true);
    },
  );
});

test("what is too far or too far ahead is not asked", async () => {
  const { findRide } = newTimetable();
  expect(await findRide({ ...TEN, at: TEN.at + 365 * DAY })).toBeNull();
  expect(await findRide(TEN, castle, { lat: 52.52, lng: 13.4 })).toBeNull();
  expect(server.requests).toEqual([]);
});

test.each<TimetableBehaviour>(["error", "garbage", "slow", "gone"])(
  "a server in trouble (%s) says nothing in time, and is asked again",
  async (mood) => {
    const { findRide } = newTimetable({ deadlineMs: 200 });
    server.mood(mood);
    const began = Date.now();
    expect(await findRide()).toBe("unknown");
    expect(Date.now() - began).toBeLessThan(2000);
    server.mood("tram");
    await expect.poll(async () => isFound(await findRide())).toBe(true);
  },
);
