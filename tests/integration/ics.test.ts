import { expect, test } from "vitest";
import { call } from "#lib/client/base/api.ts";
import { daysApi } from "#lib/shared/api/days.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { newPerson } from "#tests/factories/people.ts";
import { as, newPlaceholder, newStop, newTrip } from "#tests/factories/trips.ts";
import { calendarEvents as eventsOf, calendarText, newBooking } from "#tests/helpers/calendar-export.ts";
import { type ReadEvent, readCalendar } from "#tests/helpers/calendars.ts";

const names = (events: Map<string, ReadEvent>) =>
  [...events.keys()].filter((name) => !name.startsWith("Day"));
const instant = (text: string) => Date.parse(text);

test("stops are read at the instants that they are at, in each day's own zone", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner, { timezone: "Asia/Tokyo" });
  const [first, second, third] = trip.days;
  for (const [day, timezone] of [
    [second, "America/Los_Angeles"],
    [third, "Pacific/Apia"],
  ] as const) {
    await call(
      daysApi.update,
      { params: { tripId: trip.id, dayId: day?.id ?? "" }, body: { timezone } },
      as(owner),
    );
  }
  await newStop(owner, trip, {
    dayId: first?.id ?? null,
    name: "Tokyo",
    startTime: "09:00",
    endTime: "10:30",
  });
  await newStop(owner, trip, { dayId: second?.id ?? null, name: "LA", startTime: "23:00", endTime: "01:00" });
  await newStop(owner, trip, { dayId: third?.id ?? null, name: "Apia", startTime: "08:00" });
  await newStop(owner, trip, {
    dayId: first?.id ?? null,
    name: "Own",
    startTime: "12:00",
    timezone: "Asia/Kolkata",
  });
  const events = await eventsOf(owner, trip.id);
  expect(events.get("Tokyo")).toMatchObject({
    start: instant("2026-11-14T00:00:00Z"),
    end: instant("2026-11-14T01:30:00Z"),
    startZone: "Asia/Tokyo",
  });
  expect(events.get("LA")).toMatchObject({
    start: instant("2026-11-16T07:00:00Z"),
    end: instant("2026-11-16T09:00:00Z"),
  });
  expect(events.get("Apia")).toMatchObject({ start: instant("2026-11-15T19:00:00Z"), endZone: null });
  expect(events.get("Own")).toMatchObject({ start: instant("2026-11-14T06:30:00Z") });
});

test("a trip over a change of the clock keeps its wall times", async () => {
  const owner = await newPerson();
  const dates = { startDate: "2027-03-13", endDate: "2027-03-15" };
  const trip = await newTrip(owner, { timezone: "America/Los_Angeles", ...dates });
  for (const [index, day] of trip.days.entries()) {
    await newStop(owner, trip, { dayId: day.id, name: `Run ${index}`, startTime: "08:00", endTime: "09:00" });
  }
  const events = await eventsOf(owner, trip.id);
  expect(["Run 0", "Run 1", "Run 2"].map((name) => events.get(name)?.start)).toEqual([
    instant("2027-03-13T16:00:00Z"),
    instant("2027-03-14T15:00:00Z"),
    instant("2027-03-15T15:00:00Z"),
  ]);
});

test("a cost says whose money it is, since a calendar does not know the trip's", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner, { currency: "JPY" });
  const cost = { amount: 1250, currency: "JPY" };
  await newStop(owner, trip, { name: "Tea", startTime: "09:00", cost });
  await newBooking(owner, trip, {
    kind: "activity",
    title: "Tour",
    start: { local: "2026-11-14T17:10", zone: "Asia/Tokyo" },
    cost,
  });
  const events = await eventsOf(owner, trip.id);
  expect(events.get("Tea")?.description).toContain("JPY\u00a01,250");
  expect(events.get("Tour")?.description).toContain("JPY\u00a01,250");
});

test("a flight has each end in its own zone, over the date line too", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  await newBooking(owner, trip, {
    kind: "flight",
    title: "JL 62",
    start: { local: "2026-11-14T17:10", zone: "Asia/Tokyo" },
    end: { local: "2026-11-14T09:50", zone: "America/Los_Angeles" },
    from: { name: "Narita", code: "NRT", lat: 35.772, lng: 140.393 },
    to: { name: "Los Angeles", code: "LAX" },
    confirmation: "ABC;123,x",
    provider: "Japan Airlines",
  });
  const flight = (await eventsOf(owner, trip.id)).get("JL 62");
  expect(flight).toMatchObject({
    start: instant("2026-11-14T08:10:00Z"),
    end: instant("2026-11-14T17:50:00Z"),
    startZone: "Asia/Tokyo",
    endZone: "America/Los_Angeles",
    location: "Narita (NRT) → Los Angeles (LAX)",
  });
  expect(flight?.description).toBe(
    "Departs 2026-11-14 17:10 (Asia/Tokyo)\nArrives 2026-11-14 09:50 (America/Los_Angeles)\nJapan Airlines\nConfirmation: ABC;123,x",
  );
  expect(flight?.property("geo")).toBe("35.772,140.393");
});

test("lodging takes its nights, and what has no time takes its days", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const zone = "Asia/Tokyo";
  const stay = { kind: "lodging", title: "Ryokan", start: { local: "2026-11-14T15:00", zone } } as const;
  await newBooking(owner, trip, { ...stay, end: { local: "2026-11-17T11:00", zone } });
  await newBooking(owner, trip, { ...stay, title: "One night" });
  await newBooking(owner, trip, { kind: "car", title: "Car", start: { local: "2026-11-15", zone } });
  await newBooking(owner, trip, {
    kind: "activity",
    title: "Hike",
    start: { local: "2026-11-15T08:00", zone },
    end: { local: "2026-11-16", zone },
  });
  await newBooking(owner, trip, { kind: "other", title: "Some day" });
  const events = await eventsOf(owner, trip.id);
  expect(events.get("Ryokan")).toMatchObject({ start: "2026-11-14", end: "2026-11-17" });
  expect(events.get("Ryokan")?.property("transp")).toBe("TRANSPARENT");
  expect(events.get("One night")).toMatchObject({ start: "2026-11-14", end: "2026-11-15" });
  expect(events.get("Car")).toMatchObject({ start: "2026-11-15", end: "2026-11-16" });
  expect(events.get("Car")?.property("transp")).toBe("TRANSPARENT");
  expect(events.get("Start: Hike")).toMatchObject({
    start: instant("2026-11-14T23:00:00Z"),
    end: instant("2026-11-14T23:00:00Z"),
  });
  expect(events.get("End: Hike")).toMatchObject({ start: "2026-11-16", end: "2026-11-17" });
  expect(events.get("End: Hike")?.property("transp")).toBe("TRANSPARENT");
  expect(events.has("Some day")).toBe(false);
});

test("days are whole days that list what has no time; ideas are not in a calendar", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  await newStop(owner, trip, { name: "Walk, slowly; 散歩" });
  await newStop(owner, trip, { dayId: null, name: "Nara" });
  const events = await eventsOf(owner, trip.id);
  expect([...events.keys()]).toEqual([1, 2, 3, 4, 5].map((number) => `Day ${number} · Kyoto`));
  const [day] = events.values();
  expect(day).toMatchObject({ start: "2026-11-14", end: "2026-11-15", description: "• Walk, slowly; 散歩" });
  const chinese = await eventsOf(owner, trip.id, { lang: "zh" });
  expect([...chinese.keys()][0]).toBe("第 1 天 · Kyoto");
});

test("events are the same ones the next time, and say that they have changed", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const stop = await newStop(owner, trip, { name: "Tea", startTime: "10:00" });
  const before = await calendarText(owner, trip.id);
  expect(await calendarText(owner, trip.id)).toBe(before);
  await call(
    stopsApi.update,
    { params: { tripId: trip.id, stopId: stop.id }, body: { name: "Tea!" } },
    as(owner),
  );
  const [old, renewed] = [before, await calendarText(owner, trip.id)].map((text) =>
    readCalendar(text).events.find(({ uid }) => uid === `stop-${stop.id}@wayfare`),
  );
  expect([old?.property("sequence"), renewed?.property("sequence")]).toEqual(["2", "3"]);
  expect(Date.parse(renewed?.property("last-modified") ?? "")).toBeGreaterThanOrEqual(
    Date.parse(old?.property("last-modified") ?? ""),
  );
});

test("mine is what everyone does, and what names me", async () => {
  const owner = await newPerson();
  const trip = await newTrip(owner);
  const grandma = await newPlaceholder(owner, trip.id);
  const me = trip.members[0]?.id ?? "";
  for (const [name, participants] of [
    ["All", null],
    ["Me", [me]],
    ["Her", [grandma.id]],
  ] as const) {
    await newStop(owner, trip, { name, startTime: "10:00", participants: participants && [...participants] });
  }
  expect(names(await eventsOf(owner, trip.id))).toEqual(["All", "Me", "Her"]);
  expect(names(await eventsOf(owner, trip.id, { scope: "mine" }))).toEqual(["All", "Me"]);
  expect((await eventsOf(owner, trip.id)).get("Her")?.description).toContain("With: Grandma");
});
