import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectedDays } from "#lib/server/imports/expected-days.ts";
import { readDays } from "#lib/server/imports/written-dates.ts";
import { readClock } from "#lib/server/imports/written-times.ts";
import { addDays, dateRange, daysBetween } from "#lib/shared/dates.ts";
import { DATES, EXPECTED_DAYS, toFullWidth } from "#tests/helpers/dated-places.ts";

const spread = (dates: readonly string[], among: readonly string[]) =>
  readDays(dates, expectedDays(among)).map((day) => day?.date ?? null);

describe("the order of three numbers is that of the whole file", () => {
  const NEW_YEAR = dateRange("2026-12-30", "2027-01-02");
  const CHRISTMAS = dateRange("2026-12-24", "2026-12-27");
  const LATE = dateRange("2026-12-28", "2026-12-31");
  test.each(["/", "-", "."])("with %s between them", (mark) => {
    const read = (days: readonly string[], ...dates: string[]) =>
      spread(
        dates.map((date) => date.replaceAll("/", mark)),
        days,
      );
    // The following dates have the year first.
    expect(read(NEW_YEAR, "26/12/31", "27/01/01")).toEqual(["2026-12-31", "2027-01-01"]);
    expect(read(NEW_YEAR, "27/1/1")).toEqual(["2027-01-01"]);
    expect(read(CHRISTMAS, "26/12/26", "26/12/27", "26/12/25")).toEqual([
      "2026-12-26",
      "2026-12-27",
      "2026-12-25",
    ]);
    expect(read(DATES, "27/05/02", "27/05/03 09:30")).toEqual(["2027-05-02", "2027-05-03"]);
    // The following dates have the year last.
    expect(read(NEW_YEAR, "31/12/26", "01/01/27")).toEqual(["2026-12-31", "2027-01-01"]);
    expect(read(CHRISTMAS, "24/12/26", "25/12/26")).toEqual(["2026-12-24", "2026-12-25"]);
    expect(read(DATES, "02/05/27", "03/05/27")).toEqual(["2027-05-02", "2027-05-03"]);
    // Only the reading with the year last gives a near year for both dates.
    expect(read(DATES, "01/06/27", "28/02/27")).toEqual(["2027-06-01", "2027-02-28"]);
    // Both readings give a near year, and neither date is in the trip, so the date is not read.
    expect(read(LATE, "27/12/26")).toEqual([null]);
    // 31 February does not exist, and 2031 is no near year.
    expect(read(DATES, "31/02/27")).toEqual([null]);
    expect(read(["2019-12-31"], "26/12/31")).toEqual([null]);
    expect(read([], "26/12/31")).toEqual([null]);
  });

  test.each(["/", "-"])("with the month first and %s between them", (mark) => {
    const read = (...dates: string[]) =>
      spread(
        dates.map((date) => date.replaceAll("/", mark)),
        NEW_YEAR,
      );
    expect(read("12/31/26", "01/02/27")).toEqual(["2026-12-31", "2027-01-02"]);
    expect(read("12/31/2026", "01/02/2027")).toEqual(["2026-12-31", "2027-01-02"]);
    // An old file keeps its own year.
    expect(read("12/31/19")).toEqual(["2019-12-31"]);
  });

  test("with points, days come first but where they can't", () => {
    expect(spread(["12.31.2026", "01.02.2027"], NEW_YEAR)).toEqual(["2026-12-31", "2027-01-02"]);
    expect(spread(["01.02.2027"], NEW_YEAR)).toEqual(["2027-02-01"]);
    expect(spread(["12.31.2026", "31.12.2026", "01.02.2027"], NEW_YEAR)).toEqual([
      "2026-12-31",
      "2026-12-31",
      "2027-02-01",
    ]);
    expect(spread(["12.31.26", "01.02.27"], NEW_YEAR)).toEqual(["2026-12-31", "2027-01-02"]);
  });

  test("and is found for every trip, order and mark, or the date is none", () => {
    const first = fc
      .date({ min: new Date("2026-01-01"), max: new Date("2029-12-31"), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10));
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ] as const;
    fc.assert(
      fc.property(
        fc.record({ first, order: fc.constantFrom(...orders), mark: fc.constantFrom("/", "-", ".") }),
        ({ first: start, order, mark }) => {
          // With points as separators, the reader assumes that the month does not come first.
          fc.pre(mark !== "." || order[0] !== 1);
          const days = dateRange(start, addDays(start, 13));
          const written = days.map((date) => {
            const parts = date.slice(2).split("-");
            return order.map((part) => parts[part]).join(mark);
          });
          for (const [index, date] of spread(written, days).entries()) {
            expect([days[index], null]).toContain(date);
          }
        },
      ),
    );
  });
});

const column = (...dates: string[]) => readDays(dates, EXPECTED_DAYS).map((day) => day?.date ?? null);

describe("day and month", () => {
  test("are told apart by the column first, then by the trip's dates, and never by a guess", () => {
    // Another date of the column decides, although the trip's dates suggest the other reading.
    expect(column("05/02/2027", "25/12/2027")).toEqual(["2027-02-05", "2027-12-25"]);
    // One of the dates is in the trip only as 2 May, and the whole column follows it.
    expect(column("02/05/2027", "03/06/2027")).toEqual(["2027-05-02", "2027-06-03"]);
    // Both readings give dates of the trip, so the column is not read.
    expect(column("02/05/2027", "05/03/2027")).toEqual([null, null]);
    // Neither reading gives a date of the trip, so the column is not read.
    expect(column("02/06/2027")).toEqual([null]);
    expect(column("05/05/2027")).toEqual(["2027-05-05"]);
    expect(column("5/05/2027")).toEqual(["2027-05-05"]);
    // A date whose day and month are equal does not decide the other dates of the column.
    expect(column("05/05/2027", "04/05/2027")).toEqual(["2027-05-05", "2027-05-04"]);
  });

  test("however a program writes them, are the same day in the whole column", () => {
    const date = fc
      .date({ min: new Date("2027-01-01"), max: new Date("2028-12-31"), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10));
    const writers = WRITERS.map((write, index) => ({ write, index }));
    fc.assert(
      fc.property(fc.array(date, { minLength: 1 }), fc.constantFrom(...writers), (dates, { write }) => {
        // The last date shows which number is the day.
        const read = readDays([...dates, "2027-05-31"].map((each) => write(each.split("-"))));
        expect(read.map((day) => day?.date)).toEqual([...dates, "2027-05-31"]);
      }),
    );
  });
});

type Parts = readonly string[];
const short = (part = "") => String(Number(part));
const WRITERS: ReadonlyArray<(parts: Parts) => string> = [
  ([year, month, day]) => `${year}-${month}-${day}`,
  ([year, month, day]) => `${year}/${short(month)}/${short(day)}`,
  ([year, month, day]) => `${year}${month}${day}`,
  ([year, month, day]) => `${year}年${short(month)}月${short(day)}日`,
  ([year, month, day]) => toFullWidth(`${year}.${month}.${day}`),
  ([year, month, day]) => `${day}.${month}.${year}`,
  ([year, month, day]) => `${short(day)}/${short(month)}/${year}`,
  ([year, month, day]) => `${short(month)}/${short(day)}/${year}`,
  (parts) => String(daysBetween("1899-12-30", parts.join("-"))),
  (parts) => inWords(parts, "en-US"),
  (parts) => inWords(parts, "en-GB"),
  (parts) => inWords(parts, "fr"),
  (parts) => inWords(parts, "zh"),
  (parts) => inWords(parts, "ja"),
  (parts) => inWords(parts, "ko"),
];

function inWords(parts: Parts, language: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "full", timeZone: "UTC" });
  return format.format(new Date(parts.join("-")));
}

describe("times of day", () => {
  test.each([
    ["9:30 AM", "09:30"],
    ["9:30pm", "21:30"],
    ["9:30 p.m.", "21:30"],
    ["12:15 AM", "00:15"],
    ["12:15 PM", "12:15"],
    ["9 PM", "21:00"],
    ["上午9:30", "09:30"],
    ["下午 9:30", "21:30"],
    ["晚上9点", "21:00"],
    ["凌晨12点15分", "00:15"],
    ["中午12点半", "12:30"],
    ["夜里11点", "23:00"],
    // `夜里2点半` means the following morning or is a mistake, so it is not read.
    ["夜里2点半", null],
    ["晚上1点", null],
    ["9时30分", "09:30"],
    ["午後9時30分", "21:30"],
    ["오후 9:30", "21:30"],
    ["9.30", "09:30"],
    ["9h30", "09:30"],
    ["21h", "21:00"],
    ["21 Uhr", "21:00"],
    ["21.30 Uhr", "21:30"],
    ["0930", "09:30"],
    ["9:30:59", "09:30"],
    [toFullWidth("9:30"), "09:30"],
    ["0.5", "12:00"],
    ["0.3958333333", "09:30"],
    ["13:30 AM", null],
    ["24:00", null],
    ["9", null],
    ["9:3", null],
    ["", null],
  ])("%s is %s", (text, clock) => expect(readClock(text)).toBe(clock));

  test("in twelve hours or in twenty-four, in any language's own words, are the same", () => {
    const time = fc.record({ hour: fc.nat({ max: 23 }), minute: fc.nat({ max: 59 }) });
    const inHalves = ["en-US", "en-AU", "zh-CN", "zh-TW", "ja", "ko"].map(
      (locale) => [locale, true] as const,
    );
    const whole = ["en-GB", "de", "fr", "da", "zh-CN", "ja", "ko"].map((locale) => [locale, false] as const);
    const writer = fc.constantFrom(...inHalves, ...whole);
    fc.assert(
      fc.property(time, writer, ({ hour, minute }, [locale, hour12]) => {
        const words = { timeStyle: "short", hour12, timeZone: "UTC" } as const;
        const written = new Intl.DateTimeFormat(locale, words).format(Date.UTC(2027, 4, 2, hour, minute));
        const clock = [hour, minute].map((part) => String(part).padStart(2, "0")).join(":");
        // A time with a word for night may stay unread, because no such word is unambiguous about midnight.
        expect([clock, null]).toContain(readClock(written));
        if (!/[夜晚]/.test(written)) expect(readClock(written), written).toBe(clock);
      }),
    );
  });
});
