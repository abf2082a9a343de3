import { describe, expect, test } from "vitest";
import { EXPENSE_FORMATS as FORMATS, readExpenseFile, describeRows } from "#tests/helpers/expense-formats.ts";

/** Returns a file with a format's header and these rows in place of its own. */
function lines(name: keyof typeof FORMATS, ...rows: string[]) {
  const all: readonly string[] = FORMATS[name];
  const head = all.findIndex((line) => line.split(",").length > 5);
  return readExpenseFile([all[head], ...rows].join("\n"));
}

const TRICOUNT_DINNER =
  "Dinner,10.00,EUR,1,10.00,Normal expense,,Mia,10.00,0.00,-5.00,-5.00,2026-05-01 20:00";
const SETTLE_UP_DINNER = "Mia,10,EUR,Mia;Ana,5;5,Dinner,,2026-05-01 20:00:00,,,expense,";
const SPLIIT_DINNER = '"2026-05-01","Dinner","","EUR","10.00",,,,"No","Evenly",5.00,-5.00,0';
const SESTERCE_DINNER = "2026-05-01,Dinner,10.00,0,0,5.00,5.00,0,EUR,Food,";
const SPLITPRO_DINNER = "You,Dinner,food,10.00,EQUAL,2026-05-01T10:00:00Z,EUR,5.00,,";

describe("money that came in is nobody's debt turned around", () => {
  test.each([
    [
      "TRICOUNT",
      "Deposit,30.00,EUR,1,30.00,Income,,Ana,0.00,-30.00,15.00,15.00,2026-05-02 20:00",
      "-3000 EUR, by Ana -3000, for Mia -1500, Ana -1500",
    ],
    [
      "TRICOUNT",
      "Refund,-30.00,EUR,1,-30.00,Normal expense,,Ana,0.00,-30.00,10.00,20.00,2026-05-02 20:00",
      "-3000 EUR, by Ana -3000, for Mia -1000, Ana -2000",
    ],
    [
      "SETTLE_UP",
      "Ana,5,EUR,Mia;Ana,2.5;2.5,Deposit,,2026-05-02 20:00:00,,,income,",
      "-500 EUR, by Ana -500, for Ana -250, Mia -250",
    ],
    [
      "SETTLE_UP",
      "Ana,-5,EUR,Mia;Ana,-2;-3,Refund,,2026-05-02 20:00:00,,,expense,",
      "-500 EUR, by Ana -500, for Ana -300, Mia -200",
    ],
    [
      "SESTERCE",
      "2026-05-02,Deposit,0,-30.00,0,-10.00,-20.00,0,EUR,,",
      "-3000 EUR, by Ana -3000, for Mia -1000, Ana -2000",
    ],
    [
      "SPLIIT",
      '"2026-05-02","Refund","","EUR","-30.00",,,,"No","Evenly",10.00,-10.00,10.00',
      "-3000 EUR, by Ana -3000, for Mia -1000, Ana -1000, Leo -1000",
    ],
    [
      "SPLITWISE",
      "2026-05-02,Refund,General,-30.00,EUR,10.00,-20.00,10.00",
      "-3000 EUR, by Ana -3000, for Mia -1000, Ana -1000, Leo -1000",
    ],
    [
      "HATEMONEY",
      '2026-05-02,Refund,Expense,-30.0,EUR,Ana,1.0,"Mia, Ana"',
      "-3000 EUR, by Ana -3000, for Ana -1500, Mia -1500",
    ],
    [
      "SPLITPRO",
      "Ana,Refund,food,-30.00,EQUAL,2026-05-02T10:00:00Z,EUR,,-15.00,",
      "-3000 EUR, by Ana -3000, for You -1500, Ana -1500",
    ],
  ] as const)("%s: %s", (name, row, money) => {
    const [only] = describeRows(lines(name, row));
    expect(only?.slice(only.indexOf(": ") + 2)).toBe(money);
  });
});

describe("a row whose signs and words contradict each other is named", () => {
  test.each([
    ["TRICOUNT", TRICOUNT_DINNER, "In,30,EUR,1,30,Income,,Ana,0.00,30.00,-15.00,-15.00,2026-05-02 20:00"],
    [
      "TRICOUNT",
      TRICOUNT_DINNER,
      "In,-30,EUR,1,-30,Normal expense,,Ana,0.00,30.00,-15.00,-15.00,2026-05-02 20:00",
    ],
    ["SETTLE_UP", SETTLE_UP_DINNER, "Mia;Ana,-5;15,EUR,Mia;Ana,5;5,Mixed,,2026-05-02 20:00:00,,,expense,"],
    ["SESTERCE", SESTERCE_DINNER, "2026-05-02,Mixed,-5,15,0,5,5,0,EUR,,"],
    ["SPLITPRO", SPLITPRO_DINNER, "You,In,food,30.00,EQUAL,2026-05-02T10:00:00Z,EUR,,15.00,"],
    ["SPLITPRO", SPLITPRO_DINNER, "You,In,food,30.00,EQUAL,2026-05-02T10:00:00Z,EUR,-15.00,,"],
    ["SPLITPRO", SPLITPRO_DINNER, "You,In,food,-30.00,SETTLEMENT,2026-05-02T10:00:00Z,EUR,,,-30.00"],
  ] as const)("%s: %s", (name, good, row) => {
    const { rows, leftOut } = lines(name, good, row);
    expect(rows).toHaveLength(1);
    expect(leftOut).toEqual([expect.objectContaining({ line: 3, reason: "direction" })]);
  });
});

describe("what no row is made of is named with its line", () => {
  test.each([
    ["SPLITWISE", "2026-05-02,Dinner,Food,60.00,EUR,40.00,-20.00,-20.00"],
    ["SPLIIT", SPLIIT_DINNER],
    ["TRICOUNT", TRICOUNT_DINNER],
    ["SETTLE_UP", SETTLE_UP_DINNER],
    ["SESTERCE", SESTERCE_DINNER],
    ["SPLITPRO", SPLITPRO_DINNER],
    ["HATEMONEY", '2026-05-02,Dinner,Expense,60.0,EUR,Mia,1.0,"Mia, Ana"'],
  ] as const)("a figure behind the last column: %s", (name, row) => {
    const blanks = ",".repeat(20 - row.split(",").length);
    const { rows, leftOut } = lines(name, row, `${row}${blanks}7.50`, `${row}${blanks}0.00`);
    expect(rows.map(({ line }) => line)).toEqual([2, 4]);
    expect(leftOut).toEqual([expect.objectContaining({ line: 3, reason: "stray", text: "7.50" })]);
  });

  test.each([
    ["SPLITWISE", "2026-05-03,Alone,General,20.00,EUR,0.00,0.00,0.00"],
    ["SPLITPRO", "You,Alone,food,30.00,EQUAL,2026-05-02T10:00:00Z,EUR,0.00,,"],
    ["SESTERCE", "2026-05-02,Alone,0,0,0,0.0,0,0,EUR,,"],
  ] as const)("a row by which nobody owes anybody: %s", (name, row) => {
    const good = {
      SPLITWISE: "2026-05-02,Dinner,Food,60.00,EUR,40.00,-20.00,-20.00",
      SPLITPRO: SPLITPRO_DINNER,
      SESTERCE: SESTERCE_DINNER,
    }[name];
    const { empty, emptyLines, leftOut } = lines(name, good, row);
    expect([empty, leftOut]).toEqual([1, []]);
    expect(emptyLines).toEqual([expect.objectContaining({ line: 3, reason: "even", text: "Alone" })]);
  });
});
