import { describe, expect, test } from "vitest";
import { type DateRangeValue, lastCompleteRange, withStart } from "#app/_ui/date-range.ts";

const november = { start: "2026-11-14", end: "2026-11-21" };

/** Returns the values of both fields while a first day is typed character by character, as browsers report it. */
function typeStart(range: DateRangeValue, along: boolean, ...passed: string[]): DateRangeValue {
  const before = lastCompleteRange(range, null);
  return passed.reduce((_, start) => withStart(before, start, along), range);
}

describe("a new first day", () => {
  test("past the last one keeps the trip's length", () => {
    const december = { start: "2026-12-01", end: "2026-12-08" };
    expect(withStart(november, "2026-12-01", true)).toEqual(december);
    expect(withStart(november, "2026-12-01", false)).toEqual(december);
  });

  test("takes the last one along, or leaves it where nothing is planned yet", () => {
    expect(withStart(november, "2026-11-10", true)).toEqual({ start: "2026-11-10", end: "2026-11-17" });
    expect(withStart(november, "2026-11-10", false)).toEqual({ start: "2026-11-10", end: "2026-11-21" });
  });

  test("typed through the years 0002, 0020 and 0202 ends as it would from a calendar", () => {
    const passed = ["0002-11-14", "0020-11-14", "0202-11-14"];
    expect(typeStart(november, true, ...passed)).toEqual({ start: "0202-11-14", end: "2026-11-21" });
    expect(typeStart(november, true, ...passed, "2027-11-14")).toEqual({
      start: "2027-11-14",
      end: "2027-11-21",
    });
  });

  test("typed through another month does not count that month", () => {
    expect(typeStart(november, false, "2026-01-14", "2026-12-14")).toEqual({
      start: "2026-12-14",
      end: "2026-12-21",
    });
  });

  test("left half typed and taken up again keeps the last length that was whole", () => {
    const half = withStart(november, "0202-11-14", true);
    const before = lastCompleteRange(half, november);
    expect(withStart(before, "2026-12-01", true)).toEqual({ start: "2026-12-01", end: "2026-12-08" });
  });

  test("of a range without an end leaves it without", () => {
    expect(withStart({ start: "", end: "" }, "2026-12-01", true)).toEqual({ start: "2026-12-01", end: "" });
    expect(lastCompleteRange({ start: "", end: "" }, november)).toEqual({ start: "", end: "" });
  });
});
