import { expect, test } from "vitest";
import { openState } from "#app/trips/[tripId]/_about/open-state.ts";

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
  ["2027-04-06", "12:00", false],
  ["2027-04-06", null, false],
  ["2027-04-07", "03:00", true],
])("on %s at %s: %s", (date, time, isOpen) => {
  expect(openState(days, date, time)?.isOpen).toBe(isOpen);
});

test("of a day that nothing is said of, nothing is known", () => {
  expect(openState(days, "2027-04-08", "12:00")).toBeNull();
});
