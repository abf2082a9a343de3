import { expect, test } from "vitest";
import { planRows } from "#app/trips/[tripId]/_model/plan/plan-model.ts";
import { legKey, legKeys, createLegLookup } from "#app/trips/[tripId]/_base/legs/known-legs.ts";
import { estimateLeg, type Leg, routeMeters, timedWaypoints, waypoints } from "#lib/shared/legs.ts";
import { LOCAL_PLAN_FACTS } from "#lib/shared/plan-facts.ts";
import { plannedDeparture } from "#lib/shared/planned-departure.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { checkTrip } from "#lib/shared/trip-checks.ts";
import { stop, trip } from "#tests/realtime/sample-trip.ts";

const home = { lat: 35, lng: 135 };
const museum = { lat: 35.05, lng: 135 };
const walk: Leg = { mode: "walk", meters: 9000, minutes: 112, isRouted: true };
const drive: Leg = { mode: "drive", meters: 8000, minutes: 95, isRouted: true };
const STOPS = [
  stop({ id: "a", place: home, startTime: "09:00", endTime: "10:00" }),
  stop({ id: "b", position: "a1", place: museum, startTime: "11:00" }),
];

test("what a router told is told of these two places in this mode alone", () => {
  const wayOf = createLegLookup(new Map([[legKey(home, museum, "walk"), walk]]));
  expect(wayOf(home, museum, "walk")).toBe(walk);
  expect(wayOf(museum, home, "walk")).toEqual(estimateLeg(museum, home, "walk"));
  expect(wayOf(home, museum)).toEqual(estimateLeg(home, museum));
  expect(wayOf({ ...home, lat: 35.0001 }, museum, "walk")).not.toBe(walk);
});

test("a way that nobody chose takes as long where its mode is chosen", () => {
  const wayOf = createLegLookup(new Map([[legKey(home, museum), drive]]));
  expect(wayOf(home, museum, "drive")).toBe(drive);
  expect(wayOf(home, museum, "cycle")).toEqual(estimateLeg(home, museum, "cycle"));
  const chosen: Leg = { ...drive, minutes: 90 };
  const both = new Map([
    [legKey(home, museum), drive],
    [legKey(home, museum, "drive"), chosen],
  ]);
  expect(createLegLookup(both)(home, museum, "drive")).toBe(chosen);
});

test("without a router there is nothing but estimates", () => {
  expect(createLegLookup(new Map())).toBe(estimateLeg);
});

test("the keys of a day are those of its stops with places, in order and mode", () => {
  const stops = [STOPS[0], { place: null }, { place: museum, travelMode: "walk" as const }, { place: home }];
  expect(legKeys(waypoints(stops.flatMap((each) => each ?? [])))).toEqual([
    legKey(home, museum, "walk"),
    legKey(museum, home),
  ]);
  expect(legKeys([])).toEqual([]);
});

test("list, warnings, totals and checks go by the same", () => {
  const wayOf = createLegLookup(new Map([[legKey(home, museum), drive]]));
  const [, row] = planRows(STOPS, "2026-11-14", "Asia/Tokyo", new Set(), { ...LOCAL_PLAN_FACTS, wayOf });
  expect(row?.leg).toBe(drive);
  expect(row?.warning).toMatchObject({ kind: "tight", needed: 95 });
  expect(routeMeters(waypoints(STOPS), wayOf)).toBe(8000);
  const checked = trip({ stops: STOPS, startDate: null, endDate: null });
  expect(checkTrip(checked, { ...LOCAL_PLAN_FACTS, wayOf })).toMatchObject([
    { kind: "transfer", needed: 95, free: 60 },
  ]);
  expect(checkTrip(checked)).toEqual([]);
});

test("a departure is of its time alone, and list, totals and checks go by when one is there", () => {
  const zone = "Asia/Tokyo";
  const day = { date: "2026-11-14", zone };
  const [from, to] = [STOPS[0], { ...(STOPS[1] as StopDto), travelMode: "transit" as const }];
  if (!from) throw new Error("No stop.");
  const when = plannedDeparture(from, to, day);
  const transit = {
    departsAt: { local: "2026-11-14T10:45", zone },
    arrivesAt: { local: "2026-11-14T11:20", zone },
    minutes: 35,
    transfers: 0,
    parts: [],
    others: [],
    plannedFor: { at: "2026-11-14T01:00:00.000Z", by: "departure" as const },
  };
  const ride: Leg = { mode: "transit", meters: 9500, minutes: 35, isRouted: true, transit };
  const wayOf = createLegLookup(new Map([[legKey(home, museum, "transit", when), ride]]));
  expect(wayOf(home, museum, "transit", when)).toBe(ride);
  for (const other of [null, { by: "departure", at: 0 }, { by: "arrival", at: when?.at ?? 0 }] as const)
    expect(wayOf(home, museum, "transit", other)).toEqual(estimateLeg(home, museum, "transit"));
  const stops = [from, to];
  const [, row] = planRows(stops, day.date, zone, new Set(), { ...LOCAL_PLAN_FACTS, wayOf });
  expect(row?.leg).toBe(ride);
  // An hour is enough for the transit connection but not for the wait before its departure.
  expect(row?.warning).toMatchObject({ kind: "tight", needed: 80, free: 60 });
  expect(routeMeters(timedWaypoints(stops, day), wayOf)).toBe(9500);
  const checked = trip({ stops, startDate: null, endDate: null });
  expect(checkTrip(checked, { ...LOCAL_PLAN_FACTS, wayOf })).toMatchObject([
    { kind: "transfer", needed: 80 },
  ]);
});
