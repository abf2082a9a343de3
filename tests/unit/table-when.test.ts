import { describe, expect, test } from "vitest";
import { csvTable } from "#lib/server/exports/csv.ts";
import { exportPlan } from "#lib/server/exports/export-plan.ts";
import { stop, trip as sampleTrip } from "#tests/realtime/sample-trip.ts";
import {
  DATES,
  DAYS,
  toFullWidth,
  SECOND_DATE,
  sortPlaceRows,
  sortedTimes,
} from "#tests/helpers/dated-places.ts";

/** Reads one row of a table, and returns the day and time that it gets in the plan. */
async function placed(date: string, time = "") {
  const { added, notices } = await sortPlaceRows(`name;lat;lon;date;time\nA;35.01;135.77;${date};${time}`);
  const [{ place, dayId } = {}] = added;
  const day = DAYS.find(({ id }) => id === dayId)?.date ?? null;
  const lost = notices.map((notice) => [notice.code, "text" in notice ? notice.text : null]);
  return { at: [day, place?.startTime ?? null], notes: place?.notes ?? null, lost };
}

describe("a place of a table stands on its day", () => {
  test.each([
    [SECOND_DATE],
    ["2.5.2027"],
    ["02.05.27"],
    ["2. 5. 2027"],
    // The trip's dates show which number is the day.
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
    [toFullWidth("2027/5/2")],
    ["46509"],
    ["2 May 2027"],
    // Excel's own date format in English.
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
    expect(await placed(date)).toEqual({ at: [SECOND_DATE, null], notes: null, lost: [] });
    expect(await placed(date, "9:30 PM")).toEqual({ at: [SECOND_DATE, "21:30"], notes: null, lost: [] });
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
    [SECOND_DATE, "21:30+09:00"],
    [SECOND_DATE, "12:30Z"],
  ])("%s %s, at its time", async (date, time) => {
    expect(await placed(date, time)).toEqual({ at: [SECOND_DATE, "21:30"], notes: null, lost: [] });
  });

  test.each([
    ["46509,75", "18:00"],
    ["46509.75", "18:00"],
    ["46509.25", "06:00"],
  ])("%s, a fraction behind its day", async (date, time) => {
    expect(await placed(date)).toEqual({ at: [SECOND_DATE, time], notes: null, lost: [] });
  });

  test.each([
    "21:30-23:00",
    "21:30 – 23:00 Uhr",
    "21h30 à 23h",
    "9:30-11 PM",
    "下午9点半到11点",
    "晚上9:30至11:00",
  ])("%s, from one time to another", async (time) => {
    for (const text of [`${SECOND_DATE};${time}`, `${SECOND_DATE} ${time};`]) {
      const { added, notices } = await sortPlaceRows(`name;lat;lon;date;time\nA;35.01;135.77;${text}`);
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
        at: [SECOND_DATE, null],
        notes: `time: ${time}`,
        lost: [["time-lost", time]],
      });
      const { at, notes, lost } = await placed(`${SECOND_DATE} ${time}`);
      expect([at, notes, lost]).toEqual([
        [SECOND_DATE, null],
        `date: ${SECOND_DATE} ${time}`,
        [["time-lost", `${SECOND_DATE} ${time}`]],
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
  const { added } = await sortPlaceRows(`${head}\nA,35.01,135.77,${SECOND_DATE},${start},${end}`);
  expect(added.map(({ place }) => [place.startTime, place.endTime, place.notes])).toEqual([
    ["09:30", "13:30", null],
  ]);
});

describe("midnight in all rows of a column is no time", () => {
  test.each(["00:00:00", "00:00", "12:00:00 AM", "00:00:00.000", "00:00:00+09:00"])(
    "as %s",
    async (midnight) => {
      const rows = DATES.map((date) => `${date} ${midnight};${date} ${midnight}`);
      const { times, codes } = await sortedTimes("date;end", ...rows);
      expect(times).toEqual(DATES.map((date) => [date, null, null, null]));
      expect(codes).toEqual([]);
    },
  );

  test("but where one of them has another time", async () => {
    const rows = [`${DATES[0]} 00:00:00`, `${DATES[1]} 09:30:00`];
    const { times } = await sortedTimes("date", ...rows);
    expect(times).toEqual([
      [DATES[0], "00:00", null, null],
      [DATES[1], "09:30", null, null],
    ]);
  });

  test("nor where it stands in a column of times", async () => {
    expect((await sortedTimes("date;time", `${SECOND_DATE} 00:00:00;00:00`)).times).toEqual([
      [SECOND_DATE, "00:00", null, null],
    ]);
  });
});

const fractions = async (...rows: string[]) => (await sortedTimes("date;time;end", ...rows)).times;

test("fractions of a day are times where a whole column is such", async () => {
  expect(await fractions(`${SECOND_DATE};0,75;0,875`)).toEqual([[SECOND_DATE, "18:00", "21:00", null]]);
  expect(await fractions(`${SECOND_DATE};0.25;0.75`, `${SECOND_DATE};0;0.5`)).toEqual([
    [SECOND_DATE, "06:00", "18:00", null],
    [SECOND_DATE, "00:00", "12:00", null],
  ]);
  expect((await fractions(`${SECOND_DATE};0.30;`, `${SECOND_DATE};9.30;`)).map(([, start]) => start)).toEqual(
    [null, "09:30"],
  );
});

test("a range beside another end is named, and an offset is no range", async () => {
  expect(await sortedTimes("date;time;end", `${SECOND_DATE};9:00-11:00;12:00`)).toEqual({
    times: [[SECOND_DATE, "09:00", "12:00", "time: 9:00-11:00"]],
    codes: ["time-lost"],
  });
  expect(await sortedTimes("date;time;end", `${SECOND_DATE};09:00-11:00;11:00`)).toEqual({
    times: [[SECOND_DATE, "09:00", "11:00", null]],
    codes: [],
  });
  const { times } = await sortedTimes("date", `${SECOND_DATE}T03:00-05:00`);
  expect(times).toEqual([[SECOND_DATE, "17:00", null, null]]);
});

test.each([
  ["Start Date;Start Time;End Date;End Time", `${SECOND_DATE};9:30;${SECOND_DATE};11:00`],
  ["Datum;Von;Bis", "02.05.2027;9:30;11:00"],
  ["Tag;Von;Bis", "02.05.2027;9:30;11:00"],
  ["Von;Bis", "02.05.2027 9:30;02.05.2027 11:00"],
  ["开始日期;从;至", "2027年5月2号;9:30;11:00"],
  ["開始日;開始;まで", "令和9年5月2日;9時30分;11時"],
  ["Jour;Début;Fin", "02/05/2027;9h30;11h"],
  ["Día;Desde;Hasta", "2/5/2027;9:30;11:00"],
  ["Giorno;Inizio;Fine", "2/5/2027;9.30;11.00"],
])("the words of %s are known", async (head, row) => {
  expect(await sortedTimes(head, row)).toEqual({ times: [[SECOND_DATE, "09:30", "11:00", null]], codes: [] });
});

test("a column of tags or of numbered days is none of dates", async () => {
  expect(await sortedTimes("Tag", "food")).toEqual({ times: [[null, null, null, "Tag: food"]], codes: [] });
  expect(await sortedTimes("Day", "2")).toEqual({ times: [[null, null, null, "Day: 2"]], codes: [] });
});

test("the rule under the header of a Markdown table is no place", async () => {
  const { added, notices } = await sortPlaceRows(
    "| Name | Lat | Lon | Date |\n| :--- | ---: | --- | :-: |\n| A | 35.01 | 135.77 | 2027-05-02 |\n",
  );
  expect(added.map(({ place }) => [place.name, place.date])).toEqual([["A", SECOND_DATE]]);
  expect(notices).toEqual([]);
});

test("an end that is no time is named once, and once in the notes", async () => {
  const { added, notices } = await sortPlaceRows(
    `name;lat;lon;date;start;end\nA;35.01;135.77;${SECOND_DATE};9:30;25:30`,
  );
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
    const { added, notices } = await sortPlaceRows(
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
  const saved = text
    .replace(SECOND_DATE, "5/2/2027")
    .replace("09:30", "9:30 AM")
    .replace("21:15", "9:15:00 PM");
  expect(saved).not.toBe(text);
  const { added, notices } = await sortPlaceRows(saved);
  expect(added.map(({ dayId, place }) => [dayId, place.startTime, place.endTime])).toEqual([
    [day?.id, "09:30", "21:15"],
  ]);
  expect(notices.map(({ code }) => code)).toEqual(["unplaced"]);
});
