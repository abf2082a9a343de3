// @alone: sets the environment, which the service reads once
import { afterAll, beforeEach, expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { weatherApi } from "#lib/shared/api/weather.ts";
import { addDays } from "#lib/shared/dates.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { startWeatherServer } from "#tests/doubles/weather.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { as, newStop, newTrip } from "#tests/factories/trips.ts";
import { expectAbsent } from "#tests/helpers/refusals.ts";
import { send } from "#tests/helpers/handlers.ts";

const server = await startWeatherServer();
process.env.WEATHER_URL = server.url;
process.env.WEATHER_ARCHIVE_URL = server.url;

afterAll(() => server.stop());
beforeEach(() => {
  server.trouble(null);
  server.requests.length = 0;
});

const today = new Date().toISOString().slice(0, 10);
/** The latitude for the next test; tests share cached answers, so each needs other coordinates. */
let nextLat = 40;

async function tripFrom(startDate: string, days: number) {
  const ann = await newPerson();
  const trip = await newTrip(ann, {
    startDate,
    endDate: addDays(startDate, days - 1),
    timezone: "Europe/Monaco",
  });
  nextLat += 1;
  return { ann, trip, lat: nextLat };
}

async function weatherOf(ann: Person, trip: TripDto) {
  return (await call(weatherApi.ofTrip, { params: { tripId: trip.id } }, as(ann))).data;
}

test("the days of the next two weeks have the forecast of where their stops are, roughly", async () => {
  const { ann, trip, lat } = await tripFrom(addDays(today, 2), 3);
  const [first, , third] = trip.days;
  for (const lng of [7.426, 7.428, 151.2])
    await newStop(ann, trip, { dayId: first?.id, place: { lat: lat + 0.038, lng } });
  await newStop(ann, trip, { dayId: third?.id, place: { lat: lat + 0.52, lng: 7.4 } });
  const { days, attribution, isPending } = await weatherOf(ann, trip);
  expect(isPending).toBe(false);
  expect(attribution).toEqual({ text: "Weather data by Open-Meteo.com", href: "https://open-meteo.com/" });
  const number = Number(first?.date.slice(8));
  expect(days).toHaveLength(3);
  expect(days[0]).toEqual({
    dayId: first?.id,
    date: first?.date,
    kind: "forecast",
    sky: ["clear", "partly-cloudy", "rain", "cloudy"][number % 4],
    high: Math.round(150 + number) / 10,
    low: Math.round(50 + number) / 10,
    rainChance: number,
    sunrise: "07:42",
    sunset: "16:55",
  });
  // The second day has no stop with a place, so it uses the place of the first day.
  const asked = server.requests.map((url) => new URLSearchParams(url.split("?")[1]));
  const spots = asked.map((query) => `${query.get("latitude")},${query.get("longitude")}`);
  expect(new Set(spots)).toEqual(new Set([`${lat},7.4`, `${lat + 0.5},7.4`]));
  await weatherOf(ann, trip);
  expect(server.requests).toHaveLength(2);
});

test("later days have what the last five years had around their date", async () => {
  const { ann, trip, lat } = await tripFrom(`${Number(today.slice(0, 4)) + 2}-04-14`, 2);
  await newStop(ann, trip, { dayId: trip.days[0]?.id, place: { lat, lng: 7.4 } });
  const { days, isPending } = await weatherOf(ann, trip);
  expect(isPending).toBe(false);
  expect(days.map(({ date, dayId, ...told }) => told)).toEqual([
    { kind: "usual", sky: null, high: 16.4, low: 6.4, rainChance: 57, sunrise: null, sunset: null },
    { kind: "usual", sky: null, high: 16.5, low: 6.5, rainChance: 43, sunrise: null, sunset: null },
  ]);
  expect(server.requests).toHaveLength(5);
  expect(server.requests.every((url) => url.includes("-04-01&end_date="))).toBe(true);
});

test("days that are over, and trips that are nowhere, have none", async () => {
  const past = await tripFrom(addDays(today, -9), 3);
  await newStop(past.ann, past.trip, { dayId: past.trip.days[0]?.id, place: { lat: past.lat, lng: 7 } });
  const nothing = { days: [], attribution: null, isPending: false };
  expect(await weatherOf(past.ann, past.trip)).toEqual(nothing);
  const nowhere = await tripFrom(addDays(today, 2), 3);
  expect(await weatherOf(nowhere.ann, nowhere.trip)).toEqual(nothing);
  expect(server.requests).toEqual([]);
});

test("whoever is not in the trip learns nothing of it", async () => {
  const { trip } = await tripFrom(addDays(today, 2), 1);
  const eve = await newPerson();
  const sent = await send(weatherApi.ofTrip, { params: { tripId: trip.id }, token: eve.token });
  expectAbsent(sent, "trip");
});

// This test is the last one, because the service stops requests to a server that fails for a while.
test("a service in trouble leaves the days without weather, which may come later", async () => {
  for (const kind of ["error", "garbage", "gone"] as const) {
    server.trouble(kind);
    const { ann, trip, lat } = await tripFrom(addDays(today, 2), 1);
    await newStop(ann, trip, { dayId: trip.days[0]?.id, place: { lat, lng: 7.4 } });
    expect(await weatherOf(ann, trip)).toEqual({ days: [], attribution: null, isPending: true });
  }
});
