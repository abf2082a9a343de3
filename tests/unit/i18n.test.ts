import { describe, expect, test } from "vitest";
import { formatAgo, formatDay, formatDayRange, formatWeekday, canOmitYear } from "#app/_i18n/dates.ts";
import { makeFormats } from "#app/_i18n/formats.ts";
import { pickLocale } from "#app/_i18n/locales.ts";

describe("pickLocale", () => {
  test.each([
    [undefined, null, "en"],
    ["zh", "en-US,en;q=0.9", "zh"],
    ["fr", "zh-CN,zh;q=0.9,en;q=0.8", "zh"],
    [undefined, "fr-FR,fr;q=0.9", "en"],
    [undefined, "fr, zh-TW;q=0.7, en;q=0.3", "zh"],
    [undefined, "zh;q=0, en;q=0.1", "en"],
    [undefined, "*", "en"],
    [undefined, ";;q=,", "en"],
  ])("cookie %s and Accept-Language %s give %s", (cookie, header, locale) => {
    expect(pickLocale(cookie, header)).toBe(locale);
  });
});

describe("dates", () => {
  const today = "2026-11-21";

  test.each([
    ["en", "2026-11-14", "2026-11-21", "14 – 21 Nov"],
    ["en", "2026-10-30", "2026-11-02", "30 Oct – 2 Nov"],
    ["en", "2026-12-27", "2027-01-03", "27 Dec – 3 Jan"],
    ["en", "2027-03-12", "2027-03-15", "12 – 15 Mar 2027"],
    ["en", "2027-12-27", "2028-01-03", "27 Dec 2027 – 3 Jan 2028"],
    ["en", "2026-11-14", "2026-11-14", "14 Nov"],
    ["zh", "2026-11-14", "2026-11-21", "11月14日 – 21日"],
    ["zh", "2026-12-27", "2027-01-03", "12月27日 – 1月3日"],
    ["zh", "2027-03-12", "2027-03-15", "2027年3月12日 – 15日"],
  ] as const)("%s %s to %s reads %s", (locale, start, end, text) => {
    expect(formatDayRange(locale, start, end, today)).toBe(text);
  });

  test.each([
    ["2026-01-02", true],
    ["2027-04-05", true],
    ["2027-09-16", true],
    // From this date on, a date without its year could also mean the day that has just passed.
    ["2027-09-17", false],
    ["2025-12-27", false],
  ])("on that day, %s without its year is clear: %s", (date, isClear) => {
    expect(canOmitYear(date, today)).toBe(isClear);
  });

  test("a day says no year that the page's head has said", () => {
    const year = String(new Date().getUTCFullYear() + 2);
    const [plain, said] = [makeFormats("en", "UTC"), makeFormats("en", "UTC", [year, year])];
    expect(plain.day(`${year}-04-05`)).toBe(`5 Apr ${year}`);
    expect(said.day(`${year}-04-05`)).toBe("5 Apr");
    expect(said.day(`${year}-04-05`, { year: true })).toBe(`5 Apr ${year}`);
    expect(said.day("2019-04-05")).toBe("5 Apr 2019");
    expect(said.shortRange(`${year}-04-05`, `${year}-04-09`)).toBe(`5 – 9 Apr ${year}`);
  });

  test("names are listed as each language does", () => {
    expect(makeFormats("en", "UTC").list(["Jonas", "Priya", "Tom"])).toBe("Jonas, Priya and Tom");
    expect(makeFormats("zh", "UTC").list(["Jonas", "陈思远", "Tom"])).toBe("Jonas、陈思远和Tom");
    expect(makeFormats("en", "UTC").list([])).toBe("");
  });

  test("a day may have its weekday and its year", () => {
    expect(formatDay("en", "2026-11-14", today, { weekday: true })).toBe("Sat 14 Nov");
    expect(formatDay("en", "2026-11-14", today, { year: true })).toBe("14 Nov 2026");
    expect(formatDay("zh", "2026-11-14", today, { weekday: true })).toBe("11月14日 周六");
    expect(formatWeekday("zh", "2026-11-15")).toBe("周日");
  });

  test("an instant is told by its distance for a week, then by its day in the reader's zone", () => {
    const now = Date.parse("2026-11-21T12:00:00Z");
    expect(formatAgo("en", now - 12 * 60_000, now, "UTC")).toBe("12 min ago");
    expect(formatAgo("en", now - 30_000, now, "UTC")).toBe("now");
    expect(formatAgo("zh", now - 3_600_000, now, "UTC")).toBe("1小时前");
    const tokyo = makeFormats("en", "Asia/Tokyo");
    expect(tokyo.ago("2020-03-01T20:00:00Z", now)).toBe("2 Mar 2020");
  });
});

function ago(at: string, now: string, zone = "UTC"): string {
  return makeFormats("en", zone).ago(at, Date.parse(now));
}

test("days ago are counted on the reader's calendar", () => {
  // The time is 46 hours ago, but in calendar days it is not yesterday.
  expect(ago("2026-11-16T23:30:00Z", "2026-11-18T22:00:00Z")).toBe("2 days ago");
  expect(ago("2026-11-17T00:30:00Z", "2026-11-18T22:00:00Z")).toBe("yesterday");
  expect(ago("2026-11-17T23:30:00Z", "2026-11-18T22:00:00Z")).toBe("22 hr ago");
  expect(ago("2026-11-16T23:30:00Z", "2026-11-18T22:00:00Z", "Asia/Tokyo")).toBe("2 days ago");
  expect(ago("2026-11-16T23:30:00Z", "2026-11-18T14:00:00Z", "Asia/Tokyo")).toBe("yesterday");
  expect(ago("2026-11-20T01:00:00Z", "2026-11-18T22:00:00Z")).toBe("in 2 days");
  // In that night, Helsinki's clocks go back, so 00:10 to 23:50 are 24 hours and 40 minutes.
  expect(ago("2026-10-24T21:10:00Z", "2026-10-25T21:50:00Z", "Europe/Helsinki")).toBe("24 hr ago");
});

test("money has the exponent of ISO 4217", () => {
  const { clearMoney } = makeFormats("en", "UTC");
  expect(clearMoney({ amount: 4620, currency: "JPY" })).toBe("JPY\u00a04,620");
  expect(clearMoney({ amount: 1155, currency: "EUR" })).toBe("€11.55");
});
