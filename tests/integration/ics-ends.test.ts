import { expect, test } from "vitest";
import { newPerson } from "#tests/factories/people.ts";
import { newStop, newTrip, patchTrip } from "#tests/factories/trips.ts";
import { calendarEvents as eventsOf, calendarText, newBooking } from "#tests/helpers/calendar-export.ts";

const instant = (text: string) => Date.parse(text);

test("a booking of several days is shown at its two ends, and leaves the days between free", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const zone = "Asia/Tokyo";
  const [start, end] = [
    { local: "2026-11-14T10:00", zone },
    { local: "2026-11-17T10:00", zone },
  ];
  const from = { name: "Kyoto", lat: 35, lng: 135.7 };
  const to = { name: "Osaka", lat: 34.7, lng: 135.5 };
  await newBooking(owner, trip, { kind: "car", title: "Car", start, end, from, to });
  await newBooking(owner, trip, {
    kind: "car",
    title: "Van",
    start,
    end: { ...start, local: "2026-11-14T18:00" },
  });
  await newBooking(owner, trip, { kind: "ferry", title: "Ferry", start, end, from, to });
  await newBooking(owner, trip, { kind: "activity", title: "Retreat", start, end });
  await newBooking(owner, trip, { kind: "train", title: "Train", start: { local: "2026-11-14", zone }, end });
  await newBooking(owner, trip, {
    kind: "other",
    title: "Pass",
    start: { ...start, local: "2026-11-14" },
    end: { ...end, local: "2026-11-16" },
  });
  const events = await eventsOf(owner, trip.id);
  const [first, last] = [instant("2026-11-14T01:00:00Z"), instant("2026-11-17T01:00:00Z")];
  expect(events.get("Pick-up: Car")).toMatchObject({ start: first, end: first, location: "Kyoto" });
  expect(events.get("Drop-off: Car")).toMatchObject({ start: last, end: last });
  expect(events.get("Drop-off: Van")).toMatchObject({ start: instant("2026-11-14T09:00:00Z") });
  expect(events.get("Departure: Ferry")).toMatchObject({ start: first, end: first, location: "Kyoto" });
  expect(events.get("Arrival: Ferry")).toMatchObject({ start: last, end: last, location: "Osaka" });
  expect(events.get("Start: Retreat")).toMatchObject({ start: first, end: first });
  expect(events.get("Departure: Train")).toMatchObject({ start: "2026-11-14", end: "2026-11-15" });
  expect(events.get("Arrival: Train")).toMatchObject({ start: last, end: last });
  expect(events.get("Pass")).toMatchObject({ start: "2026-11-14", end: "2026-11-17" });
  for (const event of events.values()) {
    const isLong = typeof event.start === "string";
    expect(event.property("transp") ?? "OPAQUE", event.summary).toBe(isLong ? "TRANSPARENT" : "OPAQUE");
  }
  expect(new Set([...events.values()].map(({ uid }) => uid)).size).toBe(events.size);
  const chinese = await eventsOf(owner, trip.id, { lang: "zh" });
  expect([chinese.has("取车：Car"), chinese.has("还车：Car")]).toEqual([true, true]);
});

test("an end in the hour that the clocks repeat comes after its start", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner, {
    startDate: "2026-10-24",
    endDate: "2026-10-26",
    timezone: "europe/berlin",
  });
  expect(trip.timezone).toBe("Europe/Berlin");
  const zone = "Europe/Berlin";
  await newBooking(owner, trip, {
    kind: "train",
    title: "Night train",
    start: { local: "2026-10-25T02:50", zone },
    end: { local: "2026-10-25T02:10", zone },
  });
  await newStop(owner, trip, { name: "Bar", startTime: "23:30" });
  const events = await eventsOf(owner, trip.id);
  expect(events.get("Night train")).toMatchObject({
    start: instant("2026-10-25T00:50:00Z"),
    end: instant("2026-10-25T01:10:00Z"),
  });
  expect(await calendarText(owner, trip.id)).toContain("TZID=Europe/Berlin:20261024T233000");
});

test("a shift of the trip's dates makes newer events of all that it moves", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  await newStop(owner, trip, { name: "Tea", startTime: "10:00" });
  await newStop(owner, trip, { name: "Until noon", endTime: "12:00" });
  await newBooking(owner, trip, {
    kind: "activity",
    title: "Hike",
    start: { local: "2026-11-15T08:00", zone: "Asia/Tokyo" },
  });
  const before = await eventsOf(owner, trip.id);
  expect([...before.values()][0]?.description).toBe("• Until noon (until 12:00)");
  await patchTrip(owner, trip.id, { startDate: "2026-12-14", endDate: "2026-12-18", dateMode: "shift" });
  const after = await eventsOf(owner, trip.id);
  expect(after.size).toBe(before.size);
  for (const [name, event] of after) {
    expect(event.start, name).not.toEqual(before.get(name)?.start);
    const [old, renewed] = [before.get(name), event].map((each) => Number(each?.property("sequence")));
    expect(renewed, name).toBeGreaterThan(old ?? Infinity);
  }
});
