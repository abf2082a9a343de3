import { expect, test } from "vitest";
import { MIN_STREETS_ZOOM } from "#app/trips/[tripId]/_map/street-source.ts";
import { offlineAreaOf, offlineContentKey, tilesOfArea } from "#lib/client/offline/offline-area.ts";
import type { DayLegs } from "#lib/shared/day-legs.ts";
import type { Point } from "#lib/shared/legs.ts";
import { tileName, tilesAround } from "#lib/shared/map-tiles.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import { CREATED_AT, stop, trip } from "#tests/realtime/sample-trip.ts";

const GION = { lat: 35.0037, lng: 135.7751 };
const STATION = { lat: 34.9858, lng: 135.7588 };
const OSAKA = { lat: 34.6873, lng: 135.5262 };
const SAPPORO = { lat: 43.0618, lng: 141.3545 };
const TODAY = "2026-11-14";

function day(id: string, date: string) {
  return { id, date, title: null, notes: null, timezone: null, version: 1, updatedAt: CREATED_AT };
}

function booking(fields: Partial<ReservationDto>): ReservationDto {
  const empty = { from: null, to: null, confirmation: null, provider: null, contact: null, url: null };
  const none = { notes: null, cost: null, stopId: null, participants: null, deletedAt: null };
  const row = { version: 1, createdAt: CREATED_AT, updatedAt: CREATED_AT, commentCount: 0 };
  return { id: "b", kind: "train", title: "", start: null, end: null, ...empty, ...none, ...row, ...fields };
}

function on(dayId: string | null, position: string, place: Point | null) {
  return stop({ id: `${dayId} ${position}`, dayId, position, place });
}

function area(stops: ReturnType<typeof stop>[], more: { days?: string[]; bookings?: ReservationDto[] } = {}) {
  const days = (more.days ?? [TODAY]).map((date) => day(date, date));
  return (legs: ReadonlyMap<string, DayLegs> = new Map(), today = TODAY) =>
    offlineAreaOf(trip({ days, stops, reservations: more.bookings ?? [] }), legs, today);
}

function shape(ways: Point[][]) {
  return ways.map((way) => way.map(({ lat, lng }) => [lat, lng]));
}

test("what comes next is first, what is over last, and ideas are beside it", () => {
  const days = ["2026-11-13", TODAY, "2026-11-15"];
  const stops = [on(days[0] ?? "", "a", OSAKA), on(days[2] ?? "", "a", GION), on(null, "a", SAPPORO)];
  const hotel = booking({ start: { local: TODAY, zone: "Asia/Tokyo" }, from: { name: "K", ...STATION } });
  const gone = booking({ from: { name: "S", ...SAPPORO }, deletedAt: CREATED_AT });
  const { spots, undated } = area(stops, { days, bookings: [hotel, gone] })();
  expect(spots.map(({ lat }) => lat)).toEqual([STATION.lat, GION.lat, OSAKA.lat]);
  expect(undated.map(({ lat }) => lat)).toEqual([SAPPORO.lat]);
});

test("ways follow the streets where these are known, and what may be a flight is no way", () => {
  const stops = [
    on(TODAY, "a", GION),
    on(TODAY, "b", STATION),
    on(TODAY, "c", null),
    on(TODAY, "d", SAPPORO),
  ];
  const bend = { lat: 35.0037, lng: 135.7588 };
  const leg = { from: GION, to: STATION, path: [GION, bend, STATION].map(({ lat, lng }) => [lng, lat]) };
  const told = { legs: [leg], attribution: null, isPending: false } as unknown as DayLegs;
  const straight = [GION, STATION].map(({ lat, lng }) => [lat, lng]);
  expect(shape(area(stops)().ways)).toEqual([straight]);
  const along = [GION, bend, STATION].map(({ lat, lng }) => [lat, lng]);
  expect(shape(area(stops)(new Map([[TODAY, told]])).ways)).toEqual([along]);
  // The service's legs are for the stop's former place, so they are ignored.
  const moved = { ...told, legs: [{ ...leg, to: OSAKA }] } as unknown as DayLegs;
  expect(shape(area(stops)(new Map([[TODAY, moved]])).ways)).toEqual([straight]);
});

test("a map is from where streets begin to where tiles end, each tile once, regions before streets", () => {
  const tiles = tilesOfArea(area([on(TODAY, "a", GION), on(TODAY, "b", STATION)])());
  const zooms = tiles.map(({ z }) => z);
  expect(Math.min(...zooms)).toBe(MIN_STREETS_ZOOM);
  expect(Math.max(...zooms)).toBe(14);
  expect(new Set(tiles.map(tileName)).size).toBe(tiles.length);
  const firstNear = zooms.findIndex((z) => z > 11);
  expect(zooms.slice(firstNear).every((z) => z > 11)).toBe(true);
});

test("around a stop lie 1.5 km of streets, and along a way its own", () => {
  const tiles = tilesOfArea(area([on(TODAY, "a", GION), on(TODAY, "b", OSAKA)])());
  const names = new Set(tiles.map(tileName));
  for (const tile of tilesAround(GION, 1500, 14)) expect(names).toContain(tileName(tile));
  const between = { lat: (GION.lat + OSAKA.lat) / 2, lng: (GION.lng + OSAKA.lng) / 2 };
  for (const tile of tilesAround(between, 0, 14)) expect(names).toContain(tileName(tile));
  const beside = { lat: between.lat + 0.1, lng: between.lng };
  for (const tile of tilesAround(beside, 0, 14)) expect(names).not.toContain(tileName(tile));
});

test("the day's streets come before the way to the next town, and ideas last", () => {
  const tiles = tilesOfArea(area([on(TODAY, "a", GION), on(TODAY, "b", OSAKA), on(null, "a", SAPPORO)])());
  const names = tiles.map(tileName);
  const at = (point: Point) => names.indexOf(tileName(tilesAround(point, 0, 14)[0] ?? { z: 0, x: 0, y: 0 }));
  const between = { lat: (GION.lat + OSAKA.lat) / 2, lng: (GION.lng + OSAKA.lng) / 2 };
  expect(at(GION)).toBeLessThan(at(OSAKA));
  expect(at(OSAKA)).toBeLessThan(at(between));
  expect(at(between)).toBeLessThan(at(SAPPORO));
});

test("departures depend on times, zones and how one goes", () => {
  const [from, to] = [on(TODAY, "a", GION), on(TODAY, "b", STATION)];
  const days = [day(TODAY, TODAY)];
  const needs = offlineContentKey(trip({ days, stops: [from, to] }));
  for (const change of [{ startTime: "09:30" }, { endTime: "10:00" }, { timezone: "Asia/Seoul" }])
    expect(offlineContentKey(trip({ days, stops: [{ ...from, ...change }, to] }))).not.toBe(needs);
  expect(offlineContentKey(trip({ days, stops: [from, { ...to, travelMode: "transit" }] }))).not.toBe(needs);
  expect(offlineContentKey(trip({ days, stops: [from, { ...to, name: "Another name" }] }))).toBe(needs);
});

test("a trip around the world is a bounded map", () => {
  const stops = Array.from({ length: 400 }, (_, index) =>
    on(TODAY, String(index).padStart(3, "0"), { lat: -60 + index * 0.3, lng: -170 + index * 0.8 }),
  );
  expect(tilesOfArea(area(stops)()).length).toBe(6000);
});
