// @alone: it changes the time zone of its process
import { afterAll, describe, expect, test } from "vitest";
import { addDays, dateRange, daysBetween } from "#lib/shared/dates.ts";

const { TZ } = process.env;
afterAll(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

describe.each(["Europe/Berlin", "America/New_York", "Pacific/Kiritimati", "Pacific/Apia", "UTC"])(
  "on a device in %s",
  (zone) => {
    test("calendar dates are the same, also where a zone changes its clocks or skips a day", () => {
      process.env.TZ = zone;
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
      expect(dateRange("2026-03-28", "2026-03-31")).toEqual([
        "2026-03-28",
        "2026-03-29",
        "2026-03-30",
        "2026-03-31",
      ]);
      expect(addDays("2026-10-24", 2)).toBe("2026-10-26");
      expect(addDays("2011-12-29", 2)).toBe("2011-12-31");
      expect(daysBetween("2026-03-01", "2026-04-01")).toBe(31);
    });
  },
);
