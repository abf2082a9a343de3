// @alone @long: sets the environment, which the service reads once; public transport, which is off by default
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { knownRoutes } from "#lib/server/routes/known-routes.ts";
import { legsApi } from "#lib/shared/api/legs.ts";
import { addDays } from "#lib/shared/dates.ts";
import type { DayLegs } from "#lib/shared/day-legs.ts";
import { estimateLeg } from "#lib/shared/legs.ts";
import { plannedDeparture } from "#lib/shared/planned-departure.ts";
import type { NewStop } from "#lib/shared/stops.ts";
import { startRoutingServer } from "#tests/doubles/routing.ts";
import { startTimetables, type TimetableBehaviour } from "#tests/doubles/timetables.ts";
import { as, newMember } from "#tests/factories/trips.ts";
import { callTool } from "#tests/helpers/agent-tools.ts";
import { newRunAfterRead } from "#tests/helpers/agent-trips.ts";
import { newTripWithStops, stopsEastward } from "#tests/helpers/leg-stops.ts";

const [timetables, routing] = await Promise.all([startTimetables(), startRoutingServer()]);
process.env.TRANSIT_URL = timetables.url;
process.env.ROUTING_URL = `${routing.url}/{profile}`;
afterAll(async () => {
  await timetables.stop();
  await routing.stop();
});
beforeEach(() => {
  timetables.mood("tram");
  timetables.requests.length = 0;
});

const TODAY = new Date().toISOString().slice(0, 10);
const DATE = addDays(TODAY, 30);
const DATES = { startDate: DATE, endDate: addDays(DATE, 2) };
const zone = "Asia/Tokyo";

/** Returns two consecutive stops with these times; the second is reached by public transport. */
function ride(first: Partial<NewStop>, second: Partial<NewStop> = {}): Partial<NewStop>[] {
  const [from, to] = stopsEastward(0, 8);
  return [
    { ...from, ...first },
    { ...to, travelMode: "transit", ...second },
  ];
}

function askedTimes(): [string | null, string | null][] {
  return timetables.requests.map((url) => {
    const { searchParams } = new URL(url, timetables.url);
    return [searchParams.get("time"), searchParams.get("arriveBy")];
  });
}

describe("a way by public transport", () => {
  test("has the departure that suits the plan, in the clocks of the place", async () => {
    const day = await newTripWithStops(ride({ startTime: "09:00", endTime: "14:20" }), DATES);
    const { legs, attribution, timetableCredit, isPending } = await day.legs();
    expect({ attribution, timetableCredit, isPending }).toEqual({
      attribution: "Transitous",
      timetableCredit: { text: "Transitous", href: "https://transitous.org/sources/" },
      isPending: false,
    });
    const [leg] = legs;
    expect(leg).toMatchObject({ mode: "transit", source: "router", chosen: "transit", minutes: 26 });
    expect(leg?.path?.[0]).toEqual([leg?.from.lng, leg?.from.lat]);
    expect(leg?.transit).toMatchObject({
      departsAt: { local: `${DATE}T14:28`, zone },
      arrivesAt: { local: `${DATE}T14:54`, zone },
      minutes: 26,
      transfers: 0,
      price: { amount: 185, currency: "EUR" },
      plannedFor: { at: `${DATE}T05:20:00.000Z`, by: "departure" },
      others: [
        { departsAt: { local: `${DATE}T14:40`, zone } },
        { departsAt: { local: `${DATE}T14:52`, zone } },
      ],
    });
    expect(leg?.transit?.parts).toEqual([
      {
        mode: "walk",
        from: null,
        to: "Praça da Figueira",
        departsAt: { local: `${DATE}T14:28`, zone },
        arrivesAt: { local: `${DATE}T14:32`, zone },
        minutes: 4,
        meters: 300,
      },
      {
        mode: "tram",
        line: "15E",
        headsign: "Algés",
        agency: "Carris",
        from: "Praça da Figueira",
        to: "Belém",
        departsAt: { local: `${DATE}T14:32`, zone },
        arrivesAt: { local: `${DATE}T14:51`, zone },
        minutes: 19,
      },
      {
        mode: "walk",
        from: "Belém",
        to: null,
        departsAt: { local: `${DATE}T14:51`, zone },
        arrivesAt: { local: `${DATE}T14:54`, zone },
        minutes: 3,
        meters: 225,
      },
    ]);
  });

  test("is asked about once for everybody, and anew when the plan's times change", async () => {
    const [from, to] = ride({ endTime: "10:00" });
    const day = await newTripWithStops([from ?? {}, to ?? {}], DATES);
    const again = await newTripWithStops([from ?? {}, to ?? {}], DATES);
    const first = (await day.legs()).legs[0]?.transit;
    expect((await again.legs()).legs[0]?.transit).toEqual(first);
    const ben = await newMember(day.ann, day.trip, "viewer");
    const { data } = await call(legsApi.list, { params: day.params }, as(ben));
    expect(data.legs[0]?.transit).toEqual(first);
    expect(timetables.requests).toHaveLength(1);
    const later = await newTripWithStops([{ ...from, endTime: "11:00" }, to ?? {}], DATES);
    expect((await later.legs()).legs[0]?.transit?.departsAt.local).toBe(`${DATE}T11:08`);
    expect(timetables.requests).toHaveLength(2);
  });

  test.each([
    ["at the end of the stop before", { startTime: "09:00", endTime: "10:00" }, {}, "T01:00:00Z", "false"],
    ["in time for the stop after", {}, { startTime: "12:30" }, "T03:30:00Z", "true"],
    ["at ten, without any times", {}, {}, "T01:00:00Z", "false"],
  ])("is asked about %s", async (_, first, second, time, arriveBy) => {
    await (await newTripWithStops(ride(first, second), DATES)).legs();
    expect(askedTimes()).toEqual([[`${DATE}${time}`, arriveBy]]);
  });

  test("is asked about after the last time of the day, where neither stop has one", async () => {
    const [a, b, c] = stopsEastward(0, 8, 16);
    const timed = { ...a, startTime: "15:00", endTime: "16:00" };
    await (
      await newTripWithStops([timed, { ...b, travelMode: "walk" }, { ...c, travelMode: "transit" }], DATES)
    ).legs();
    expect(askedTimes()).toEqual([[`${DATE}T07:00:00Z`, "false"]]);
  });

  test("goes beside those of the router, whose credit stands with it", async () => {
    const [a, b, c] = stopsEastward(0, 8, 16);
    const day = await newTripWithStops(
      [a ?? {}, { ...b, travelMode: "drive" }, { ...c, travelMode: "transit" }],
      DATES,
    );
    const { legs, attribution } = await day.legs();
    expect(legs.map(({ mode, source, transit }) => [mode, source, transit !== undefined])).toEqual([
      ["drive", "router", false],
      ["transit", "router", true],
    ]);
    expect(attribution).toBe("© OpenStreetMap contributors · Transitous");
  });

  test("is an estimate on days that are over, and past a stop without a place", async () => {
    const over = { startDate: addDays(TODAY, -3), endDate: addDays(TODAY, -2) };
    const [from, to] = ride({});
    expectEstimate(await (await newTripWithStops([from ?? {}, to ?? {}], over)).legs());
    expectEstimate(await (await newTripWithStops([from ?? {}, { name: "Lunch" }, to ?? {}], DATES)).legs());
    expect(timetables.requests).toEqual([]);
  });
});

function expectEstimate({ legs, attribution, timetableCredit }: DayLegs): void {
  expect(legs.map(({ mode, source, transit }) => [mode, source, transit])).toEqual([
    ["transit", "estimate", undefined],
  ]);
  expect([attribution, timetableCredit]).toEqual([null, undefined]);
}

describe("the agent", () => {
  test("says the departures, and checks a plan by those that are known", async () => {
    const [from, to] = ride({ startTime: "09:00", endTime: "10:00" }, { startTime: "10:05", name: "B" });
    const day = await newTripWithStops([{ ...from, name: "A" }, to ?? {}], DATES);
    const run = await newRunAfterRead(day.ann, day.tripId);
    const { told } = await callTool(run, "estimate_route", { dayId: day.params.dayId });
    await awaitDeferredWork();
    expect(told).toMatchObject({ credit: "Transitous" });
    const parts = [
      "walk 4 min",
      "tram 15E to Algés from Praça da Figueira 10:12 to Belém 10:31",
      "walk 3 min",
    ];
    expect(JSON.stringify(told)).toContain(JSON.stringify(parts));
    const check = JSON.stringify((await callTool(run, "check_trip", {})).told);
    expect(check).toContain(
      "From “A” to “B” by the timetable one is there after 34 minutes, and there are 5.",
    );
    expect(timetables.requests).toHaveLength(1);
  });

  test("knows nothing that nobody has asked", async () => {
    const [from, to] = [
      { lat: 29, lng: 135 },
      { lat: 29, lng: 135.1 },
    ];
    const stop = { startTime: null, endTime: null, timezone: null, travelMode: "transit" as const };
    const when = plannedDeparture(stop, stop, { date: DATE, zone });
    const { wayOf, attribution } = await knownRoutes([{ from, to, chosen: "transit", ride: when }]);
    expect(wayOf(from, to, "transit", when)).toEqual(estimateLeg(from, to, "transit"));
    expect(attribution).toBeNull();
    expect(timetables.requests).toEqual([]);
  });
});

// These tests are the last ones, because the service stops requests to a server that fails for a while.
describe("a timetable", () => {
  test.each<[TimetableBehaviour, boolean]>([
    ["none", false],
    ["refused", false],
    ["garbage", true],
    ["error", true],
    ["slow", true],
  ])("that says nothing (%s) leaves the estimate, in time and without an error", async (mood, isPending) => {
    timetables.mood(mood);
    const day = await newTripWithStops(ride({}), DATES);
    const began = performance.now();
    const found = await day.legs();
    expectEstimate(found);
    expect(found.isPending).toBe(isPending);
    expect(performance.now() - began).toBeLessThan(7000);
  });
});
