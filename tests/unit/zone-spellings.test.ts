import { afterEach, expect, test, vi } from "vitest";
import { dateInZone, isTimeZone } from "#lib/shared/dates.ts";
import { wallInstant } from "#lib/shared/wall-clock.ts";

afterEach(() => vi.restoreAllMocks());

test("a zone is kept once, however many spellings of its name come in", () => {
  const spellings = Array.from({ length: 64 }, (_, index) =>
    Array.from("europe/athens", (sign, at) => ((index >> at) & 1 ? sign.toUpperCase() : sign)).join(""),
  );
  expect(new Set(spellings).size).toBe(64);
  const made = vi.spyOn(Intl, "DateTimeFormat");
  for (const zone of spellings) {
    expect(isTimeZone(zone)).toBe(true);
    expect(dateInZone(new Date("2026-11-14T23:00:00Z"), zone)).toBe("2026-11-15");
    expect(wallInstant({ date: "2026-11-14", time: "02:00" }, zone)).toBe(Date.parse("2026-11-14T00:00:00Z"));
  }
  expect(made).toHaveBeenCalledTimes(3);
});
