// @alone: sets the environment, which the service reads once
import { afterAll, beforeEach, expect, test } from "vitest";
import { addDays } from "#lib/shared/dates.ts";
import { startWeatherServer } from "#tests/doubles/weather.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newStop, newTrip } from "#tests/factories/trips.ts";
import { callTool } from "#tests/helpers/agent-tools.ts";
import { newRunAfterRead } from "#tests/helpers/agent-trips.ts";

/* The agent reads the same weather as the pages. */

const server = await startWeatherServer();
Object.assign(process.env, { WEATHER_URL: server.url, WEATHER_ARCHIVE_URL: server.url });
afterAll(() => server.stop());
beforeEach(() => server.trouble(null));

const today = new Date().toISOString().slice(0, 10);

test("the weather is told of each day as a forecast or as what is usual, and named where it is not known", async () => {
  const ann = await newPerson();
  const startDate = addDays(today, 14);
  const trip = await newTrip(ann, { startDate, endDate: addDays(startDate, 3) });
  await newStop(ann, trip, { dayId: trip.days[0]?.id, place: { lat: 51, lng: 7.4 } });
  const run = await newRunAfterRead(ann, trip.id);
  const { told, step } = await callTool(run, "read_weather", {});
  expect(step).toMatchObject({ state: "done", about: {} });
  expect(told).toMatchObject({
    days: [{ date: startDate, kind: "forecast", highCelsius: expect.any(Number) }, {}, { kind: "usual" }, {}],
    note: expect.stringMatching(/^kind usual is no forecast/),
    credit: "Weather data by Open-Meteo.com",
  });
  const one = await callTool(run, "read_weather", { dayId: trip.days[1]?.id });
  expect(one.step.about).toEqual({ date: addDays(startDate, 1) });
  expect(one.told).toMatchObject({ days: [{ date: addDays(startDate, 1) }] });
});

test("the weather of days that are over or nowhere is not made up, and neither is what did not come", async () => {
  const ann = await newPerson();
  const nowhere = await newTrip(ann, {
    startDate: addDays(today, -3),
    endDate: today,
    destination: { name: "Somewhere" },
  });
  const dates = nowhere.days.map(({ date }) => date);
  const { told } = await callTool(await newRunAfterRead(ann, nowhere.id), "read_weather", {});
  expect(told).toEqual({ notKnown: dates.slice(2), isOver: dates.slice(0, 2) });

  server.trouble("error");
  const trip = await newTrip(ann, { startDate: addDays(today, 1), endDate: addDays(today, 1) });
  await newStop(ann, trip, { dayId: trip.days[0]?.id, place: { lat: 52, lng: 7.4 } });
  expect((await callTool(await newRunAfterRead(ann, trip.id), "read_weather", {})).told).toEqual({
    notKnown: [addDays(today, 1)],
    note: "Not all of the weather came in time. Ask once more, or say that it was not checked.",
  });
});
