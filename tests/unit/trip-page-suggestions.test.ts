import { expect, test } from "vitest";
import { type ComparedChange, diffOfChange } from "#app/trips/[tripId]/_model/suggestions/line-diff.ts";
import { labelKey } from "#app/trips/[tripId]/_model/suggestions/label-key.ts";
import { mayOf } from "#app/trips/[tripId]/_base/may.tsx";
import { DAY_ID, STOP_ID, stop, trip } from "#tests/realtime/sample-trip.ts";

const NEW = "0199b6a0-7c00-7000-8000-0000000000f9";

function diff(line: ComparedChange, now = trip()) {
  return diffOfChange(line, [line], now);
}

function named(name: string) {
  return trip({ stops: [stop({ name })] });
}

test("a change says what was, what becomes, and in an order of its own", () => {
  const found = diff({
    op: "stops.update",
    entityId: STOP_ID,
    input: { notes: "Early", endTime: "09:00", name: "Nanzen-ji", startTime: "08:00" },
    before: { name: "Kiyomizu-dera", startTime: null, endTime: null, notes: null },
  });
  expect(found).toMatchObject({
    verb: "update",
    kind: "stops",
    name: "Kiyomizu-dera",
    isStale: false,
    isGone: false,
  });
  expect(found.fields).toEqual([
    { field: "name", before: "Kiyomizu-dera", after: "Nanzen-ji", now: null },
    { field: "time", before: [null, null], after: ["08:00", "09:00"], now: null },
    { field: "notes", before: null, after: "Early", now: null },
  ]);
});

test("half of a pair keeps its other half", () => {
  const [dates] = diff({
    op: "trips.update",
    input: { endDate: "2026-11-16" },
    before: { title: "Kyoto", endDate: "2026-11-14" },
  }).fields;
  expect(dates).toMatchObject({ before: ["2026-11-14", "2026-11-14"], after: ["2026-11-14", "2026-11-16"] });
});

test("what was changed since is stale and shows what is there; what was changed to the same is not", () => {
  const line: ComparedChange = {
    op: "stops.update",
    entityId: STOP_ID,
    input: { name: "Nanzen-ji" },
    before: { name: "Kiyomizu-dera" },
  };
  expect(diff(line, named("Ginkaku-ji"))).toMatchObject({
    name: "Kiyomizu-dera",
    isStale: true,
    fields: [{ now: { value: "Ginkaku-ji" } }],
  });
  expect(diff(line, named("Nanzen-ji"))).toMatchObject({ isStale: false, fields: [{ now: null }] });
});

test("a move names both lists, and where it was put meanwhile", () => {
  const line: ComparedChange = {
    op: "stops.move",
    entityId: STOP_ID,
    input: { dayId: null, afterId: null },
    before: { name: "Kiyomizu-dera", dayId: DAY_ID },
  };
  expect(diff(line)).toMatchObject({ fromDayId: DAY_ID, toDayId: null, nowDayId: undefined, isStale: false });
  const moved = trip({ stops: [stop({ dayId: null })] });
  expect(diff(line, moved)).toMatchObject({ nowDayId: null, isStale: true });
});

test("what is new tells what is filled in, and lines about it know its name", () => {
  const create: ComparedChange = {
    op: "stops.create",
    input: { id: NEW, dayId: DAY_ID, name: "Nara", startTime: "09:00", notes: null },
    before: null,
  };
  const move: ComparedChange = {
    op: "stops.move",
    entityId: NEW,
    input: { dayId: null, afterId: null },
    before: null,
  };
  const lines = [create, move];
  expect(diffOfChange(create, lines, trip())).toMatchObject({
    verb: "create",
    name: "Nara",
    toDayId: DAY_ID,
  });
  expect(diffOfChange(create, lines, trip()).fields).toMatchObject([
    { field: "time", after: ["09:00", null] },
  ]);
  expect(diffOfChange(move, lines, trip())).toMatchObject({ name: "Nara", isGone: false, isStale: false });
});

test("what is no longer there is gone, under the name that it had", () => {
  const line: ComparedChange = {
    op: "stops.delete",
    entityId: STOP_ID,
    input: {},
    before: { name: "Kiyomizu-dera" },
  };
  expect(diff(line, trip({ stops: [] }))).toMatchObject({ name: "Kiyomizu-dera", isGone: true });
});

test("a day is called by its date, the trip by none, an item by its text", () => {
  const day: ComparedChange = {
    op: "days.update",
    entityId: DAY_ID,
    input: { title: "Deer" },
    before: { title: null, date: "2026-11-14" },
  };
  const whole: ComparedChange = { op: "trips.update", input: { title: "Nara" }, before: { title: "Kyoto" } };
  const item: ComparedChange = {
    op: "items.create",
    input: { id: NEW, list: "packing", text: "Hat" },
    before: null,
  };
  expect([day, whole, item].map((line) => diff(line).name)).toEqual(["2026-11-14", "", "Hat"]);
});

test.each([
  ["startTime", "time"],
  ["endDate", "dates"],
  ["confirmation", "confirmation"],
  ["constructor", "any"],
])("the field %s is labelled %s", (field, label) => {
  expect(labelKey(field)).toBe(label);
});

test("viewers suggest, editors write, guests and readers of a closed trip do neither", () => {
  const standing = { isDemo: false, archivedAt: null, deletedAt: null };
  const rights = (["editor", "viewer", "guest"] as const).map((role) => {
    const { edit, suggest, change } = mayOf({ ...standing, role }, false);
    return [edit, suggest, change];
  });
  expect(rights).toEqual([
    [true, false, true],
    [false, true, true],
    [false, false, false],
  ]);
  expect(mayOf({ ...standing, role: "viewer", archivedAt: "2026-11-01T00:00:00.000Z" }, false).change).toBe(
    false,
  );
  expect(mayOf({ ...standing, role: "viewer" }, true).change).toBe(false);
});

test("whoever may look may ask the agent, in the archive too; guests and those who are cut off may not", () => {
  const standing = { isDemo: false, archivedAt: null, deletedAt: null };
  const may = (changed: object) => mayOf({ ...standing, role: "viewer", ...changed }, false).ask;
  expect(may({})).toBe(true);
  expect(may({ archivedAt: "2026-11-01T00:00:00.000Z" })).toBe(true);
  expect(may({ role: "guest" })).toBe(false);
  expect(may({ isDemo: true })).toBe(false);
  expect(may({ deletedAt: "2026-11-01T00:00:00.000Z" })).toBe(false);
  expect(mayOf({ ...standing, role: "viewer" }, true).ask).toBe(false);
});
