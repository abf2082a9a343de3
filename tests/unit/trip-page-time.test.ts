import { describe, expect, test } from "vitest";
import { startTimePatch } from "#app/trips/[tripId]/_details/start-patch.ts";
import { findZones } from "#app/trips/[tripId]/_model/zones.ts";
import { parseTypedTime, splitTypedStop } from "#lib/shared/typed-time.ts";
import { isSameWallTime, zoneName } from "#app/trips/[tripId]/_model/wall-time.ts";
import { zoneComparisonDates, hasSameLocalTimes, wallClock, wallInstant } from "#lib/shared/wall-clock.ts";

describe("parseTypedTime", () => {
  test.each([
    ["9:30", "09:30"],
    ["09:30", "09:30"],
    ["9.30", "09:30"],
    ["9h30", "09:30"],
    ["9：30", "09:30"],
    ["１０：３０", "10:30"],
    ["9．30", "09:30"],
    ["930", "09:30"],
    ["1430", "14:30"],
    ["9", "09:00"],
    ["0", "00:00"],
    ["9am", "09:00"],
    ["9 PM", "21:00"],
    ["9:15pm", "21:15"],
    ["12am", "00:00"],
    ["12pm", "12:00"],
    ["9点", "09:00"],
    ["9点半", "09:30"],
    ["9点05分", "09:05"],
    ["9点5分", "09:05"],
    ["9點半", "09:30"],
    ["９ＰＭ", "21:00"],
    ["9点0", null],
    ["21时15", "21:15"],
    ["24:00", null],
    ["9:60", null],
    ["13pm", null],
    ["0pm", null],
    ["", null],
    ["soon", null],
    ["9:3", null],
    ["12345", null],
  ])("%s is %s", (text, time) => {
    expect(parseTypedTime(text)).toBe(time);
  });
});

describe("splitTypedStop", () => {
  test.each([
    ["9:30 Coffee", "Coffee", "09:30", null],
    ["9:30-11 Coffee", "Coffee", "09:30", "11:00"],
    ["9:30–11:15 Coffee and cake", "Coffee and cake", "09:30", "11:15"],
    ["9:30 - 11 Coffee", "Coffee", "09:30", "11:00"],
    ["9am Coffee", "Coffee", "09:00", null],
    ["9点半 咖啡", "咖啡", "09:30", null],
    ["9点半咖啡", "咖啡", "09:30", null],
    ["9点 咖啡", "咖啡", "09:00", null],
    ["9点30咖啡", "咖啡", "09:30", null],
    ["9点5分 咖啡", "咖啡", "09:05", null],
    ["9点到11点 咖啡", "咖啡", "09:00", "11:00"],
    ["9点到店取车", "到店取车", "09:00", null],
    ["１０：３０　咖啡", "咖啡", "10:30", null],
    ["１０：３０－１１：１５　Ｃａｆé", "Ｃａｆé", "10:30", "11:15"],
    ["10:30～11 İstanbul", "İstanbul", "10:30", "11:00"],
    // Texts that begin with digits but contain no time.
    ["1点点奶茶", "1点点奶茶", null, null],
    ["5时代广场", "5时代广场", null, null],
    ["9点半岛酒店", "9点半岛酒店", null, null],
    ["7.11 便利店", "7.11 便利店", null, null],
    ["2.50€ museum", "2.50€ museum", null, null],
    ["9:305 x", "9:305 x", null, null],
    ["  9:30   Coffee  ", "Coffee", "09:30", null],
    ["Coffee", "Coffee", null, null],
    ["7 Samurai museum", "7 Samurai museum", null, null],
    ["1000 Trees", "1000 Trees", null, null],
    ["9:30", "9:30", null, null],
    ["25:00 Coffee", "25:00 Coffee", null, null],
    ["", "", null, null],
  ])("%s", (text, name, startTime, endTime) => {
    expect(splitTypedStop(text)).toEqual({ name, startTime, endTime });
  });
});

describe("wall time", () => {
  test("goes there and back", () => {
    const wall = { date: "2026-11-15", time: "07:30" };
    const instant = wallInstant(wall, "Asia/Tokyo");
    expect(new Date(instant).toISOString()).toBe("2026-11-14T22:30:00.000Z");
    expect(wallClock(instant, "Asia/Tokyo")).toEqual(wall);
    expect(wallClock(instant, "Europe/Helsinki")).toEqual({ date: "2026-11-15", time: "00:30" });
  });

  test("a time that the clock skips in spring, and one it shows twice in autumn", () => {
    const skipped = wallInstant({ date: "2026-03-29", time: "03:30" }, "Europe/Helsinki");
    expect(new Date(skipped).toISOString()).toBe("2026-03-29T01:30:00.000Z");
    const twice = wallInstant({ date: "2026-10-25", time: "03:30" }, "Europe/Helsinki");
    expect(new Date(twice).toISOString()).toBe("2026-10-25T00:30:00.000Z");
  });

  test("sameClock compares what the clocks show, not what the zones are called", () => {
    const summer = Date.UTC(2026, 6, 1);
    expect(isSameWallTime("Europe/Lisbon", "Europe/London", summer)).toBe(true);
    expect(isSameWallTime("Europe/London", "UTC", summer)).toBe(false);
    expect(isSameWallTime("Europe/London", "UTC", Date.UTC(2026, 0, 1))).toBe(true);
  });

  test.each([
    ["the same zone", "Asia/Tokyo", "2027-01-01", "2027-12-31", true],
    ["another name for it", "Asia/Seoul", "2027-01-01", "2027-12-31", true],
    ["one day of another clock", "Asia/Manila", "2027-05-05", "2027-05-05", false],
  ])("sameClocks: %s", (_, zone, from, to, isSame) => {
    expect(hasSameLocalTimes(zone, "Asia/Tokyo", { from, to })).toBe(isSame);
  });

  test("sameClocks looks at every week between, and at both ends", () => {
    const [berlin, fixed] = ["Europe/Berlin", "Etc/GMT-1"];
    expect(hasSameLocalTimes(berlin, fixed, { from: "2026-11-01", to: "2027-03-27" })).toBe(true);
    expect(hasSameLocalTimes(berlin, fixed, { from: "2026-11-01", to: "2027-03-28" })).toBe(false);
    expect(hasSameLocalTimes(berlin, fixed, { from: "2026-10-24", to: "2027-01-31" })).toBe(false);
    expect(hasSameLocalTimes(berlin, fixed, { from: "2026-12-01", to: "2027-12-01" })).toBe(false);
  });

  test("sameClocks once overlooked clocks that change in the same week, but not on the same day", () => {
    const [athens, jerusalem] = ["Europe/Athens", "Asia/Jerusalem"];
    expect(hasSameLocalTimes(athens, jerusalem, { from: "2027-03-22", to: "2027-04-03" })).toBe(false);
    expect(hasSameLocalTimes(jerusalem, athens, { from: "2027-03-22", to: "2027-03-26" })).toBe(false);
    expect(hasSameLocalTimes(athens, jerusalem, { from: "2027-03-22", to: "2027-03-25" })).toBe(true);
    expect(hasSameLocalTimes(athens, jerusalem, { from: "2027-03-28", to: "2027-10-20" })).toBe(true);
    expect(hasSameLocalTimes(athens, "Europe/Helsinki", { from: "2027-01-01", to: "2027-12-31" })).toBe(true);
  });

  test("clocks are compared on the trip's days, and over a year while it has none", () => {
    const dates = { startDate: "2027-04-05", endDate: "2027-04-06" };
    expect(zoneComparisonDates(dates, "2026-11-01")).toEqual({ from: "2027-04-05", to: "2027-04-06" });
    const year = zoneComparisonDates({ startDate: null, endDate: null }, "2026-12-01");
    expect(year).toEqual({ from: "2026-12-01", to: "2027-11-30" });
    expect(hasSameLocalTimes("America/Phoenix", "America/Denver", year)).toBe(false);
  });

  test("zones have names in both languages", () => {
    expect(zoneName("Asia/Tokyo", "en-GB")).toBe("Japan Time");
    expect(zoneName("Asia/Tokyo", "zh-CN")).toBe("日本时间");
  });

  test("letters that other zones share are no name: the city is", () => {
    expect(zoneName("Europe/Helsinki", "en-GB")).toBe("Helsinki Time");
    expect(zoneName("Africa/Cairo", "en-GB")).toBe("Cairo Time");
    expect(zoneName("UTC", "en-GB")).toMatch(/^(?:GMT|UTC)/);
  });

  test("zones are found by city", () => {
    expect(findZones("new york")).toContain("America/New_York");
    expect(findZones(" ")).toEqual([]);
    expect(findZones("a").length).toBeLessThanOrEqual(6);
  });
});

describe("startPatch", () => {
  test("takes the end along", () => {
    expect(startTimePatch({ startTime: "10:00", endTime: "11:30" }, "13:00")).toEqual({
      startTime: "13:00",
      endTime: "14:30",
    });
    expect(startTimePatch({ startTime: "22:00", endTime: "23:30" }, "23:00")).toEqual({
      startTime: "23:00",
      endTime: "00:30",
    });
    expect(startTimePatch({ startTime: "00:30", endTime: "01:00" }, "00:00")).toEqual({
      startTime: "00:00",
      endTime: "00:30",
    });
  });

  test("sets only the start where there is no length to keep, and no end without a start", () => {
    expect(startTimePatch({ startTime: "10:00", endTime: null }, "13:00")).toEqual({ startTime: "13:00" });
    expect(startTimePatch({ startTime: null, endTime: "12:00" }, "11:00")).toEqual({ startTime: "11:00" });
    expect(startTimePatch({ startTime: "10:00", endTime: "12:00" }, null)).toEqual({
      startTime: null,
      endTime: null,
    });
  });
});
