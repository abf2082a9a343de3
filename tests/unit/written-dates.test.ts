import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectedDays } from "#lib/server/imports/expected-days.ts";
import { readDays } from "#lib/server/imports/written-dates.ts";
import { readClock } from "#lib/server/imports/written-times.ts";
import { sortPlaces } from "#lib/server/imports/sort-places.ts";
import { readPlaces } from "#lib/server/imports/read-places.ts";
import { addDays, dateRange, daysBetween } from "#lib/shared/dates.ts";
import { csvTable } from "#lib/server/exports/csv.ts";
import { exportPlan } from "#lib/server/exports/export-plan.ts";
import { stop, trip as sampleTrip } from "#tests/realtime/sample-trip.ts";
import { bytesOf } from "#tests/helpers/place-files.ts";

const DATES = ["2027-05-01", "2027-05-02", "2027-05-03", "2027-05-04", "2027-05-05"];
const DAYS = DATES.map((date, index) => ({
  id: `0199b6a0-7c00-7000-8000-0000000000d${index}`,
  date,
  title: null,
  notes: null,
  timezone: null,
  version: 1,
  updatedAt: "2026-11-01T00:00:00.000Z",
}));
const EXPECTED = expectedDays(DATES);

async function sorted(text: string) {
  const file = await readPlaces(bytesOf(text), "Asia/Tokyo", EXPECTED);
  const { added, notices } = sortPlaces(file, { days: DAYS, stops: [] }, "days");
  return { added, notices: [...file.notices, ...notices] };
}

/** One row of a table, and the day and time at which it stands in the plan. */
async function placed(date: string, time = "") {
  const { added, notices } = await sorted(`name;lat;lon;date;time\nA;35.01;135.77;${date};${time}`);
  const [{ place, dayId } = {}] = added;
  const day = DAYS.find(({ id }) => id === dayId)?.date ?? null;
  const lost = notices.map((notice) => [notice.code, "text" in notice ? notice.text : null]);
  return { at: [day, place?.startTime ?? null], notes: place?.notes ?? null, lost };
}

const SECOND = "2027-05-02";
const full = (text: string) =>
  text.replaceAll(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));

describe("a place of a table stands on its day", () => {
  test.each([
    [SECOND],
    ["2.5.2027"],
    ["02.05.27"],
    ["2. 5. 2027"],
    // The trip tells the day from the month.
    ["02/05/2027"],
    ["02-05-2027"],
    ["5/2/2027"],
    ["2027/05/02"],
    ["2027-5-2"],
    ["2027.5.2."],
    ["20270502"],
    ["2027年5月2日"],
    ["2027年5月2日 星期日"],
    ["2027年05月02日（日）"],
    ["2027년 5월 2일"],
    [full("2027/5/2")],
    ["46509"],
    ["2 May 2027"],
    // Excel's own way in English.
    ["2-May-27"],
    ["02-May-2027"],
    ["2. Mai 27"],
    ["So, 02.05.2027"],
    ["So. 2.5.27"],
    ["Sun, May 2nd, 2027"],
    ["2. Mai 2027"],
    ["2027年5月2号"],
    ["2027年5月2號 星期日"],
    ["令和9年5月2日"],
    ["令和 9年5月2日（日）"],
    ["R9.5.2"],
    ["平成39年5月2日"],
    ["民國116年5月2日"],
    ["27/05/02"],
    ["27.5.2"],
    ["2 de mayo de 2027"],
  ])("%s", async (date) => {
    expect(await placed(date)).toEqual({ at: [SECOND, null], notes: null, lost: [] });
    expect(await placed(date, "9:30 PM")).toEqual({ at: [SECOND, "21:30"], notes: null, lost: [] });
  });

  test.each([
    ["2027-05-02 21:30", ""],
    ["2027-05-02T21:30:15.5", ""],
    ["2.5.2027 21:30:00", ""],
    ["5/2/2027 9:30 PM", ""],
    ["2-May-27 21:30", ""],
    ["46509.8958333", ""],
    ["46509,8958333", ""],
    ["2027年5月2日（日）下午9:30", ""],
    ["2027-05-02 00:00:00", "21:30"],
    ["", "2027-05-02 21:30"],
    [SECOND, "21:30+09:00"],
    [SECOND, "12:30Z"],
  ])("%s %s, at its time", async (date, time) => {
    expect(await placed(date, time)).toEqual({ at: [SECOND, "21:30"], notes: null, lost: [] });
  });

  test.each([
    ["46509,75", "18:00"],
    ["46509.75", "18:00"],
    ["46509.25", "06:00"],
  ])("%s, a fraction behind its day", async (date, time) => {
    expect(await placed(date)).toEqual({ at: [SECOND, time], notes: null, lost: [] });
  });

  test.each([
    "21:30-23:00",
    "21:30 – 23:00 Uhr",
    "21h30 à 23h",
    "9:30-11 PM",
    "下午9点半到11点",
    "晚上9:30至11:00",
  ])("%s, from one time to another", async (time) => {
    for (const text of [`${SECOND};${time}`, `${SECOND} ${time};`]) {
      const { added, notices } = await sorted(`name;lat;lon;date;time\nA;35.01;135.77;${text}`);
      expect(added.map(({ place }) => [place.startTime, place.endTime, place.notes])).toEqual([
        ["21:30", "23:00", null],
      ]);
      expect(notices).toEqual([]);
    }
  });

  test.each(["half past nine", "25:00", "9:75", "9-11", "11:30-1:00 PM", "soon", "0.30", "晚上12点"])(
    "without its time, where that is %s",
    async (time) => {
      expect(await placed("2.5.2027", time)).toEqual({
        at: [SECOND, null],
        notes: `time: ${time}`,
        lost: [["time-lost", time]],
      });
      const { at, notes, lost } = await placed(`${SECOND} ${time}`);
      expect([at, notes, lost]).toEqual([
        [SECOND, null],
        `date: ${SECOND} ${time}`,
        [["time-lost", `${SECOND} ${time}`]],
      ]);
    },
  );
});

test.each([
  ["名称,纬度,经度,日期,开始时间,结束时间", "上午9:30", "下午1点半"],
  ["名稱,緯度,經度,日期,時間,結束", "上午 9:30", "下午 01:30"],
  ["名前,緯度,経度,日付,開始時刻,終了時刻", "9:30", "13時30分"],
  ["Nom,Latitude,Longitude,Date,Heure de début,Heure de fin", "9h30", "13h30"],
])("the times under %s are read", async (head, start, end) => {
  const { added } = await sorted(`${head}\nA,35.01,135.77,${SECOND},${start},${end}`);
  expect(added.map(({ place }) => [place.startTime, place.endTime, place.notes])).toEqual([
    ["09:30", "13:30", null],
  ]);
});

/** Start, end and notes of each row. */
async function timesOf(head: string, ...rows: string[]) {
  const { added, notices } = await sorted(
    [`name;lat;lon;${head}`, ...rows.map((row) => `A;35.01;135.77;${row}`)].join("\n"),
  );
  return {
    times: added.map(({ place }) => [
      place.date,
      place.startTime ?? null,
      place.endTime ?? null,
      place.notes,
    ]),
    codes: notices.map(({ code }) => code),
  };
}

describe("midnight in all rows of a column is no time", () => {
  test.each(["00:00:00", "00:00", "12:00:00 AM", "00:00:00.000", "00:00:00+09:00"])(
    "as %s",
    async (midnight) => {
      const rows = DATES.map((date) => `${date} ${midnight};${date} ${midnight}`);
      const { times, codes } = await timesOf("date;end", ...rows);
      expect(times).toEqual(DATES.map((date) => [date, null, null, null]));
      expect(codes).toEqual([]);
    },
  );

  test("but where one of them has another time", async () => {
    const rows = [`${DATES[0]} 00:00:00`, `${DATES[1]} 09:30:00`];
    const { times } = await timesOf("date", ...rows);
    expect(times).toEqual([
      [DATES[0], "00:00", null, null],
      [DATES[1], "09:30", null, null],
    ]);
  });

  test("nor where it stands in a column of times", async () => {
    expect((await timesOf("date;time", `${SECOND} 00:00:00;00:00`)).times).toEqual([
      [SECOND, "00:00", null, null],
    ]);
  });
});

test("fractions of a day are times where a whole column is such", async () => {
  const read = async (...rows: string[]) => (await timesOf("date;time;end", ...rows)).times;
  expect(await read(`${SECOND};0,75;0,875`)).toEqual([[SECOND, "18:00", "21:00", null]]);
  expect(await read(`${SECOND};0.25;0.75`, `${SECOND};0;0.5`)).toEqual([
    [SECOND, "06:00", "18:00", null],
    [SECOND, "00:00", "12:00", null],
  ]);
  expect((await read(`${SECOND};0.30;`, `${SECOND};9.30;`)).map(([, start]) => start)).toEqual([
    null,
    "09:30",
  ]);
});

test("a range beside another end is named, and an offset is no range", async () => {
  expect(await timesOf("date;time;end", `${SECOND};9:00-11:00;12:00`)).toEqual({
    times: [[SECOND, "09:00", "12:00", "time: 9:00-11:00"]],
    codes: ["time-lost"],
  });
  expect(await timesOf("date;time;end", `${SECOND};09:00-11:00;11:00`)).toEqual({
    times: [[SECOND, "09:00", "11:00", null]],
    codes: [],
  });
  const { times } = await timesOf("date", `${SECOND}T03:00-05:00`);
  expect(times).toEqual([[SECOND, "17:00", null, null]]);
});

test.each([
  ["Start Date;Start Time;End Date;End Time", `${SECOND};9:30;${SECOND};11:00`],
  ["Datum;Von;Bis", "02.05.2027;9:30;11:00"],
  ["Tag;Von;Bis", "02.05.2027;9:30;11:00"],
  ["Von;Bis", "02.05.2027 9:30;02.05.2027 11:00"],
  ["开始日期;从;至", "2027年5月2号;9:30;11:00"],
  ["開始日;開始;まで", "令和9年5月2日;9時30分;11時"],
  ["Jour;Début;Fin", "02/05/2027;9h30;11h"],
  ["Día;Desde;Hasta", "2/5/2027;9:30;11:00"],
  ["Giorno;Inizio;Fine", "2/5/2027;9.30;11.00"],
])("the words of %s are known", async (head, row) => {
  expect(await timesOf(head, row)).toEqual({ times: [[SECOND, "09:30", "11:00", null]], codes: [] });
});

test("a column of tags or of numbered days is none of dates", async () => {
  expect(await timesOf("Tag", "food")).toEqual({ times: [[null, null, null, "Tag: food"]], codes: [] });
  expect(await timesOf("Day", "2")).toEqual({ times: [[null, null, null, "Day: 2"]], codes: [] });
});

test("the rule under the header of a Markdown table is no place", async () => {
  const { added, notices } = await sorted(
    "| Name | Lat | Lon | Date |\n| :--- | ---: | --- | :-: |\n| A | 35.01 | 135.77 | 2027-05-02 |\n",
  );
  expect(added.map(({ place }) => [place.name, place.date])).toEqual([["A", SECOND]]);
  expect(notices).toEqual([]);
});

test("an end that is no time is named once, and once in the notes", async () => {
  const { added, notices } = await sorted(`name;lat;lon;date;start;end\nA;35.01;135.77;${SECOND};9:30;25:30`);
  expect(added.map(({ place }) => [place.startTime, place.notes])).toEqual([["09:30", "end: 25:30"]]);
  expect(notices.map(({ code }) => code)).toEqual(["time-lost"]);
});

test.each([
  "soon",
  "31.2.2027",
  "2027-13-02",
  "5/2027",
  "20271302",
  "02/05",
  "2 Mau 2027",
  "2027-05-021",
  "2 May 21 Uhr",
])("%s is no day, and goes into the notes as it is", async (date) => {
  expect(await placed(date)).toEqual({
    at: [null, null],
    notes: `date: ${date}`,
    lost: [["date-lost", date]],
  });
});

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
    // The year comes first.
    expect(read(NEW_YEAR, "26/12/31", "27/01/01")).toEqual(["2026-12-31", "2027-01-01"]);
    expect(read(NEW_YEAR, "27/1/1")).toEqual(["2027-01-01"]);
    expect(read(CHRISTMAS, "26/12/26", "26/12/27", "26/12/25")).toEqual([
      "2026-12-26",
      "2026-12-27",
      "2026-12-25",
    ]);
    expect(read(DATES, "27/05/02", "27/05/03 09:30")).toEqual(["2027-05-02", "2027-05-03"]);
    // It comes last.
    expect(read(NEW_YEAR, "31/12/26", "01/01/27")).toEqual(["2026-12-31", "2027-01-01"]);
    expect(read(CHRISTMAS, "24/12/26", "25/12/26")).toEqual(["2026-12-24", "2026-12-25"]);
    expect(read(DATES, "02/05/27", "03/05/27")).toEqual(["2027-05-02", "2027-05-03"]);
    // Not all of them allow either.
    expect(read(DATES, "01/06/27", "28/02/27")).toEqual(["2027-06-01", "2027-02-28"]);
    // Two years are near, and neither day is in the trip.
    expect(read(LATE, "27/12/26")).toEqual([null]);
    // No year that is near has such a day.
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
    // An old file is of its own year.
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
          // Before points the day is taken for granted.
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

const column = (...dates: string[]) => readDays(dates, EXPECTED).map((day) => day?.date ?? null);

describe("day and month", () => {
  test("are told apart by the column first, then by the trip's dates, and never by a guess", () => {
    // Another date of the column decides, though the trip would say otherwise.
    expect(column("05/02/2027", "25/12/2027")).toEqual(["2027-02-05", "2027-12-25"]);
    // One of them is in the trip as 2 May alone, and all go by it.
    expect(column("02/05/2027", "03/06/2027")).toEqual(["2027-05-02", "2027-06-03"]);
    // Both readings have days of the trip.
    expect(column("02/05/2027", "05/03/2027")).toEqual([null, null]);
    // Neither has.
    expect(column("02/06/2027")).toEqual([null]);
    expect(column("05/05/2027")).toEqual(["2027-05-05"]);
    expect(column("5/05/2027")).toEqual(["2027-05-05"]);
    // It says nothing of the others.
    expect(column("05/05/2027", "04/05/2027")).toEqual(["2027-05-05", "2027-05-04"]);
  });

  test("however a program writes them, are the same day in the whole column", () => {
    const date = fc
      .date({ min: new Date("2027-01-01"), max: new Date("2028-12-31"), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10));
    const writers = WRITERS.map((write, index) => ({ write, index }));
    fc.assert(
      fc.property(fc.array(date, { minLength: 1 }), fc.constantFrom(...writers), (dates, { write }) => {
        // With one that tells which is the day.
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
  ([year, month, day]) => full(`${year}.${month}.${day}`),
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
    // In the morning after, or not at all.
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
    [full("9:30"), "09:30"],
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
        // Midnight has no name that is sure in words of the night.
        expect([clock, null]).toContain(readClock(written));
        if (!/[夜晚]/.test(written)) expect(readClock(written), written).toBe(clock);
      }),
    );
  });
});

test.each([
  ["12,5", "EUR", 1250],
  ["1.234,50", "EUR", 123_450],
  ["1200", "JPY", 1200],
])(
  "the plan's own table, which a German spreadsheet has saved anew, keeps the cost %s",
  async (cost, currency, amount) => {
    const stops = [stop({ dayId: null, name: "A", cost: { amount: 1, currency }, place: null })];
    const plan = exportPlan(sampleTrip({ days: DAYS, stops }), { locale: "en", baseUrl: "https://a.test" });
    const [head = "", row = ""] = csvTable(plan).split("\r\n");
    const saved = [head, row.replace(/,[\d.]+,(?=[A-Z]{3},)/, `,${cost.replace(",", "~")},`)];
    const { added, notices } = await sorted(
      saved.map((line) => line.replaceAll(",", ";").replace("~", ",")).join("\r\n"),
    );
    expect(added.map(({ place }) => place.cost)).toEqual([{ amount, currency }]);
    expect(notices.map(({ code }) => code)).toEqual(["unplaced"]);
  },
);

test("the plan's own table has its days and times though a spreadsheet has saved it anew", async () => {
  const [day] = DAYS.slice(1);
  const trip = sampleTrip({
    timezone: "Asia/Tokyo",
    startDate: "2027-05-01",
    endDate: "2027-05-05",
    days: DAYS,
    stops: [stop({ dayId: day?.id ?? null, name: "A", startTime: "09:30", endTime: "21:15", place: null })],
  });
  const text = csvTable(exportPlan(trip, { locale: "en", baseUrl: "https://a.test" }));
  const saved = text.replace(SECOND, "5/2/2027").replace("09:30", "9:30 AM").replace("21:15", "9:15:00 PM");
  expect(saved).not.toBe(text);
  const { added, notices } = await sorted(saved);
  expect(added.map(({ dayId, place }) => [dayId, place.startTime, place.endTime])).toEqual([
    [day?.id, "09:30", "21:15"],
  ]);
  expect(notices.map(({ code }) => code)).toEqual(["unplaced"]);
});
