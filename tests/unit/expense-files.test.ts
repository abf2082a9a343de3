import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDates } from "#lib/server/imports/written-dates.ts";
import { matchPeople, memberNameFor } from "#lib/server/imports/expenses/people.ts";
import { readExpenses } from "#lib/server/imports/expenses/read-expenses.ts";
import { IS_LONG } from "#tests/helpers/tiers.ts";

const HEAD = "Date,Description,Category,Cost,Currency,Ann,Ben";
const read = (...lines: string[]) =>
  readExpenses(new TextEncoder().encode([HEAD, ...lines].join("\n")), "EUR");
const rowsOf = (found: ReturnType<typeof read>) =>
  found.rows.map(({ date, title, amount, shares }) => [date, title, amount, shares.at(-1)?.amount]);

describe("dates of any spreadsheet", () => {
  test.each([
    [
      ["2026-01-05", "2026/1/6", "2026-01-07T08:30:00Z"],
      ["2026-01-05", "2026-01-06", "2026-01-07"],
    ],
    [
      ["13.1.2026", "05.02.26"],
      ["2026-01-13", "2026-02-05"],
    ],
    [
      ["1/5/2026", "1/13/2026"],
      ["2026-01-05", "2026-01-13"],
    ],
    [
      ["1/5/2026", "13/1/2026"],
      ["2026-05-01", "2026-01-13"],
    ],
    // Nothing shows whether the day or the month is first, so only a date with the same reading in both ways is read.
    [
      ["1/5/2026", "1/6/2026", "7/7/2026"],
      [null, null, "2026-07-07"],
    ],
    [
      ["1/5/2026", "1/13/2026", "14/1/2026"],
      [null, "2026-01-13", "2026-01-14"],
    ],
    [
      ["46027", "46027.5"],
      ["2026-01-05", "2026-01-05"],
    ],
    [
      ["31.2.2026", "soon", "", "12", "2026"],
      [null, null, null, null, null],
    ],
    // Without a trip, nothing shows where the year is.
    [
      ["26/12/31", "27/01/01"],
      [null, null],
    ],
  ])("%j", (column, dates) => expect(readDates(column)).toEqual(dates));

  test.each([
    [
      ["26/12/30", "27/01/01"],
      ["2026-12-30", "2027-01-01"],
    ],
    [
      ["31/12/26", "01/01/27"],
      ["2026-12-31", "2027-01-01"],
    ],
    [["46387,75"], ["2026-12-31"]],
    // The trip's dates do not decide which number is the month, because many expenses are paid before the trip.
    [["2026-12-30", "01/02/2027"], ["2026-12-30"]],
  ])("%j around a trip", (column, dates) => {
    const lines = column.map((date) => `"${date}",Dinner,Dining out,60.00,EUR,60.00,-60.00`);
    const file = new TextEncoder().encode([HEAD, ...lines].join("\n"));
    const found = readExpenses(file, "EUR", ["2026-12-30", "2027-01-02"]);
    expect(found.rows.map(({ date }) => date)).toEqual(dates);
    expect(found.leftOut).toHaveLength(column.length - dates.length);
  });
});

test("people who only look the same are two, under names that can be seen", () => {
  const names = ["Ann", "A\u202enn", "\u200b", "\u200c"];
  const head = `Date,Description,Category,Cost,Currency,${names.join()}`;
  const line = "2026-01-05,Dinner,Dining out,60.00,EUR,60.00,-30.00,-20.00,-10.00";
  const found = readExpenses(new TextEncoder().encode(`${head}\n${line}`), "EUR");
  expect(found.rows[0]?.shares.map(({ amount }) => amount)).toEqual([3000, 2000, 1000]);
  expect(names.map(memberNameFor)).toEqual(["Ann", "Ann", "Person 3", "Person 4"]);
  expect(matchPeople(found, { members: [], merged: new Map(), userId: "" }).map(({ name }) => name)).toEqual([
    "Ann",
    "Ann",
    "",
    "",
  ]);
});

test("a line that is not understood is named, and the others are taken", () => {
  const found = read(
    "",
    "2026-01-05,Dinner,Dining out,60.00,EUR,30.00,-30.00",
    "13.01.2026,Taxi,Taxi,20.00,EUR,10.00,-10.00",
    "someday,Museum,Museum,10.00,EUR,5.00,-5.00",
    "2026-01-15,Bread,General,4.00,DMX,2.00,-2.00",
    "2026-01-16,Wine,General,10.00,EUR,5.00,-4.00",
    "2026-01-17,Nothing,General,8.00,EUR,0.00,0.00",
    "2026-01-18,Total balance, , ,EUR,40.00,-40.00",
  );
  expect(rowsOf(found)).toEqual([
    ["2026-01-05", "Dinner", 6000, 3000],
    ["2026-01-13", "Taxi", 2000, 1000],
  ]);
  expect(found.empty).toBe(1);
  expect(found.leftOut).toEqual([
    {
      line: 5,
      reason: "date",
      text: "someday",
      message: "Line 5: “someday” is no date that can be told for sure.",
    },
    { line: 6, reason: "currency", text: "DMX", message: "Line 6: “DMX” is no currency." },
    { line: 7, reason: "sum", text: null, message: "Line 7: what people paid and owe does not add up to 0." },
  ]);
  expect(found.totals).toBe(1);
});

test("totals are known by what they are, wherever they stand", () => {
  const found = read(
    "2026-01-05,Dinner,Dining out,30.00,EUR,15.00,-15.00",
    "2026-01-06,Total balance, , ,EUR,15.00,-15.00",
    "2026-01-07,Taxi,Taxi,10.00,EUR,5.00,-5.00",
  );
  expect(found.rows).toHaveLength(2);
  expect([found.empty, found.leftOut]).toEqual([0, []]);
});

test("an expense that lost its cost is no total", () => {
  const found = read(
    "2026-01-05,Dinner,Dining out,60.00,EUR,30.00,-30.00",
    "2026-01-06,Lunch,Dining out,,EUR,10.00,-10.00",
    "2026-01-07,Taxi,Taxi,10.00,EUR,5.00,-5.00",
    "2026-01-08,Total balance, , ,EUR,35.00,-35.00",
  );
  expect(found.rows).toHaveLength(2);
  expect(found.leftOut).toEqual([
    {
      line: 3,
      reason: "noCost",
      text: null,
      message: "Line 3: it has no cost, and is not what the lines above come to.",
    },
  ]);
});

describe("a total is what the rows of its currency come to, exactly", () => {
  const DINNER = "2026-01-05,Dinner,Dining out,60.00,EUR,30.00,-30.00";
  const TAXI = "2026-01-06,Taxi,Taxi,10.00,EUR,5.00,-5.00";
  const FERRY = "2026-01-07,Ferry,General,200.00,HRK,100.00,-100.00";
  test.each([
    ["all of them", [DINNER, TAXI, "2026-01-08,Total balance, , ,EUR,35.00,-35.00"], []],
    ["one cent less", [DINNER, TAXI, "2026-01-08,Total balance, , ,EUR,34.99,-34.99"], [4]],
    ["a row of two cents is missing", [DINNER, TAXI, "2026-01-08,Total balance, , ,EUR,35.01,-35.01"], [4]],
    [
      "beside an ended currency, whose rows count in this one",
      [
        DINNER,
        FERRY,
        "2026-01-08,Total balance, , ,EUR,30.00,-30.00",
        "2026-01-08,Total balance, , ,HRK,100.00,-100.00",
      ],
      [],
    ],
    ["of an ended currency", [DINNER, FERRY, "2026-01-08,Total balance, , ,HRK,90.00,-90.00"], [4]],
    [
      "of further digits, rounded",
      [
        "2026-01-05,Tea,Dining out,10.01,EUR,5.005,-5.005",
        "2026-01-06,Tea,Dining out,10.01,EUR,5.005,-5.005",
        "2026-01-07,Tea,Dining out,10.01,EUR,5.005,-5.005",
        "2026-01-08,Total balance, , ,EUR,15.02,-15.02",
        "2026-01-08,Total balance, , ,EUR,15.015,-15.015",
      ],
      [],
    ],
  ])("%s", (_, lines, named) => {
    const { leftOut, totals } = read("", ...lines);
    expect(leftOut.map(({ line, reason }) => [line, reason])).toEqual(
      named.map((line) => [line + 1, "noCost"]),
    );
    const given = lines.filter((line) => line.includes("Total balance")).length;
    expect(totals).toBe(given - named.length);
  });
});

test("a column's decimal mark holds for currencies without minor units too", () => {
  const found = read(
    "2026-01-05,Rail pass,Train,10000000,JPY,666.667,-666.667",
    "2026-01-06,Tea,Dining out,1000,JPY,666.67,-666.67",
    "2026-01-07,Gum,General,2,JPY,0.667,-0.667",
  );
  expect(found.leftOut).toEqual([]);
  expect(found.rows.map(({ shares }) => shares.at(-1)?.amount)).toEqual([667, 666, 1]);
});

test("a statement of a bank is no group of Splitwise", () => {
  const text = "Date,Type,Text,Amount,Currency,Fee\n2026-01-05,Card,Shop,-12.00,EUR,0.00\n";
  expect(() => readExpenses(new TextEncoder().encode(text), "EUR")).toThrow(
    expect.objectContaining({ code: "UNSUPPORTED_MEDIA_TYPE" }),
  );
});

test("shares with more digits than the currency are rounded, and add up to nothing", () => {
  const found = readExpenses(
    new TextEncoder().encode(
      [
        `${HEAD},Cleo,Dov`,
        "2026-08-26,Car rental,Car,1231.46,USD,923.595,-307.865,-307.865,-307.865",
        "2026-08-27,Coffee,Dining out,4.01,USD,2.005,-2.005,0,0",
        "2026-09-13,Total balance, , ,USD,925.6,-309.87,-307.865,-307.865",
      ].join("\n"),
    ),
    "EUR",
  );
  expect(found.leftOut).toEqual([]);
  for (const { amount, payers, shares } of found.rows) {
    for (const parts of [payers, shares])
      expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
  }
  expect(found.rows.map(({ amount }) => amount)).toEqual([123_146, 401]);
});

test("semicolons, tabs and decimal commas", () => {
  for (const mark of [";", "\t"]) {
    const lines = [HEAD, "2026-01-05,Dinner,Dining out,60.00,EUR,30.00,-30.00"].map((line) =>
      line.replaceAll(",", mark).replaceAll(".", ","),
    );
    expect(rowsOf(readExpenses(new TextEncoder().encode(lines.join("\r\n")), "EUR"))).toEqual([
      ["2026-01-05", "Dinner", 6000, 3000],
    ]);
  }
});

test("a file of which nothing is understood is refused, with the lines", () => {
  expect(() =>
    read("1/5/2026,Dinner,Dining out,60.00,EUR,30.00,-30.00", "1/6/2026,Taxi,Taxi,2,EUR,1,-1"),
  ).toThrow(
    expect.objectContaining({
      code: "VALIDATION_FAILED",
      issues: [expect.objectContaining({ path: "file.2" }), expect.objectContaining({ path: "file.3" })],
    }),
  );
});

test("every line of a file that was damaged anywhere is taken, concerns nobody, is a total, or is named", () => {
  const good = [
    "2026-01-05,Dinner,Dining out,60.00,EUR,30.00,-30.00",
    "2026-01-06,Taxi,Taxi,20.00,EUR,-10.00,10.00",
    "2026-01-07,Bus,Bus,3.00,EUR,0.00,0.00",
  ];
  const damage = fc.record({
    line: fc.nat({ max: good.length - 1 }),
    cell: fc.nat({ max: 6 }),
    text: fc.oneof(
      fc.constantFrom("", "x", "31/31/2026", "1.2.3", "EUR", "-", "∞", "1e9", "0", "60,00", " "),
      fc.string({ maxLength: 5 }).filter((text) => !/[",\r\n]/.test(text)),
    ),
  });
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (damages) => {
      const rows = good.map((line) => line.split(","));
      for (const { line, cell, text } of damages) rows[line]?.splice(cell, 1, text);
      const lines = rows.map((cells) =>
        cells.map((cell) => (cell.includes(",") ? `"${cell}"` : cell)).join(","),
      );
      // The valid line keeps the whole file from being rejected.
      const found = read(...lines, "2026-02-01,Whole,General,2.00,EUR,1.00,-1.00");
      const blank = rows.filter((cells) => cells.every((cell) => cell.trim() === ""));
      const named = found.rows.length + found.empty + found.leftOut.length + found.totals;
      expect(named + blank.length).toBe(lines.length + 1);
      expect(found.empty).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: IS_LONG ? 10_000 : 300 },
  );
});
