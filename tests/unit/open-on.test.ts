import { expect, test } from "vitest";
import { openState, typedHoursOf, weeklyHours } from "#lib/shared/open-state.ts";

const NIGHT = { opens: "20:00", closes: "02:00" };
const LUNCH = { opens: "12:00", closes: "14:30" };
const days = [
  { date: "2027-04-05", spans: [LUNCH, NIGHT] },
  { date: "2027-04-06", spans: [] },
  { date: "2027-04-07", spans: [{ opens: "00:00", closes: "00:00" }] },
];

test.each([
  ["2027-04-05", "11:59", false],
  ["2027-04-05", "12:00", true],
  ["2027-04-05", "14:30", false],
  ["2027-04-05", "23:30", true],
  ["2027-04-05", null, null],
  ["2027-04-06", "01:59", true],
  ["2027-04-06", "02:00", false],
  ["2027-04-06", "12:00", false],
  ["2027-04-06", null, false],
  ["2027-04-07", "03:00", true],
])("on %s at %s: %s", (date, time, isOpen) => {
  expect(openState(days, date, time)?.isOpen).toBe(isOpen);
});

test("of a day that nothing is said of, nothing is known", () => {
  expect(openState(days, "2027-04-08", "12:00")).toBeNull();
});

const WEEK = {
  sat: [{ opens: "18:00", closes: "02:00" }],
  mon: [
    { opens: "09:00", closes: "12:00" },
    { opens: "14:00", closes: "17:00" },
  ],
};

test.each([
  ["2026-11-14", null, null],
  ["2026-11-15", null, false],
  ["2026-11-14", "17:59", false],
  ["2026-11-14", "18:00", true],
  ["2026-11-15", "01:59", true],
  ["2026-11-15", "02:00", false],
  ["2026-11-16", "12:00", false],
  ["2026-11-16", "14:00", true],
])("by hours of the week, on %s at %s: %s", (date, time, isOpen) => {
  expect(openState(weeklyHours(WEEK, date), date, time)?.isOpen).toBe(isOpen);
});

test("hours that nobody typed are not known, and a week without any is closed", () => {
  expect(typedHoursOf({ id: "a", hours: null }, "2026-11-14")).toBeNull();
  expect(openState(typedHoursOf({ id: "a", hours: {} }, "2026-11-14") ?? [], "2026-11-14", null)).toEqual({
    isOpen: false,
    spans: [],
  });
});
