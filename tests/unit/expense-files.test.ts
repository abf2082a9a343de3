import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDecimal } from "#lib/server/imports/expenses/decimal.ts";
import type { FoundExpenses } from "#lib/server/imports/expenses/found-expenses.ts";
import { readExpenses } from "#lib/server/imports/expenses/read-expenses.ts";
import { rebuildSplit } from "#lib/server/imports/expenses/rebuild-split.ts";
import { AppError } from "#lib/shared/errors.ts";

function read(text: string): FoundExpenses {
  return readExpenses(new TextEncoder().encode(text));
}

/** What is wrong with each line. */
function problemsOf(text: string): (readonly [string, string])[] {
  try {
    read(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return (error.issues ?? []).map(({ path, message }) => [path, message] as const);
  }
  return [];
}

const HEAD = "Date,Description,Category,Cost,Currency,Ana,Ben,Cem";
const group = (...rows: string[]) => [HEAD, "", ...rows, ""].join("\n");

function netsOf({ payers, shares }: { payers: { person: number; amount: number }[]; shares: typeof payers }) {
  const nets = new Map<number, number>();
  for (const { person, amount } of payers) nets.set(person, (nets.get(person) ?? 0) + amount);
  for (const { person, amount } of shares) nets.set(person, (nets.get(person) ?? 0) - amount);
  return nets;
}

describe("a Splitwise group", () => {
  test("has people, expenses, settlements, and a total that is none of them", () => {
    const found = read(
      group(
        '2026-11-14,"Dinner, late",Dining out,30.00,EUR,20.00,-10.00,-10.00',
        "2026-11-15,Ben paid Ana,Payment,10.00,EUR,-10.00,10.00,0.00",
        "2026-11-15,Settle all balances,Payment,0.00,EUR,0.00,0.00,0.00",
        "2026-11-16,Total balance, , ,EUR,10.00,0.00,-10.00",
      ),
    );
    expect(found.people).toEqual(["Ana", "Ben", "Cem"]);
    expect(found.empty).toBe(1);
    expect(found.rows).toEqual([
      {
        line: 3,
        kind: "expense",
        date: "2026-11-14",
        title: "Dinner, late",
        category: "food",
        amount: 3000,
        currency: "EUR",
        payers: [{ person: 0, amount: 3000 }],
        shares: [
          { person: 0, amount: 1000 },
          { person: 1, amount: 1000 },
          { person: 2, amount: 1000 },
        ],
      },
      expect.objectContaining({
        kind: "settlement",
        title: "Ben paid Ana",
        payers: [{ person: 1, amount: 1000 }],
        shares: [{ person: 0, amount: 1000 }],
      }),
    ]);
  });

  test("in another language, with decimal commas and a line before its head, is one all the same", () => {
    const found = read(
      'Hinweis: ohne Gruppen\n\nDatum,Beschreibung,Kategorie,Kosten,Währung,Ana,Ben\r\n2026-11-14,Bus,Zahlung,"1.234,50",EUR,"-1.234,50","1234,5"\r\n2026-11-14,Saldo,,,EUR,"1,00","-1,00"\r\n',
    );
    expect(found.rows).toMatchObject([{ line: 4, kind: "settlement", amount: 123_450, currency: "EUR" }]);
  });

  test.each([
    ["2026-11-14,Taxi,Taxi,30,EUR,20,-10,-9", "what people paid and owe does not add up to 0."],
    ["2026-11-14,Taxi,Taxi,15,EUR,20,-10,-10", "people owe more for it than it cost."],
    ["2026-02-30,Taxi,Taxi,30,EUR,20,-10,-10", "its date is none."],
    ["2026-11-14,Taxi,Taxi,30,ABC,20,-10,-10", "“ABC” is no currency."],
    ["2026-11-14,Taxi,Taxi,thirty,EUR,20,-10,-10", "“thirty” is no amount of EUR."],
    ["2026-11-14,Taxi,Taxi,30,EUR,20,-10,x", "what somebody paid or owes is no amount."],
    [",Taxi,Taxi,30,EUR,20,-10,-10", "its date is none."],
    ["2026-11-14,Taxi,Taxi,30.001,EUR,20,-10,-10", "“30.001” is no amount of EUR."],
  ])("%s is refused by its line", (row, message) => {
    const text = group("2026-11-13,Good,General,2,EUR,1,-1,0", row, "2026-11-15,Good,General,2,EUR,1,-1,0");
    expect(problemsOf(text)).toEqual([["file.4", `Line 4: ${message}`]]);
  });

  test("of everyone's net, not a unit is lost, whoever paid", () => {
    const unit = fc.integer({ min: -50_000, max: 50_000 });
    const nets = fc.array(unit, { minLength: 2, maxLength: 9 }).map((list) => {
      const rest = list.slice(1);
      return rest.concat(-rest.reduce((sum, net) => sum + net, 0));
    });
    fc.assert(
      fc.property(nets, fc.nat(10_000), fc.constantFrom(1, -1), (list, own, sign) => {
        const lent = list.reduce((sum, net) => sum + Math.max(0, net), 0);
        const cost = sign * (lent + own);
        const rebuilt = rebuildSplit(cost, list, "seed");
        if (list.every((net) => net === 0)) {
          expect(rebuilt).toBeNull();
          return;
        }
        if (!rebuilt || typeof rebuilt === "string") throw new Error(`${cost} ${list.join()} is ${rebuilt}`);
        expect(rebuilt.amount).toBe(cost);
        for (const parts of [rebuilt.payers, rebuilt.shares]) {
          expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(cost);
          expect(parts.every(({ amount }) => Math.sign(amount) === Math.sign(cost))).toBe(true);
        }
        const after = netsOf(rebuilt);
        for (const [person, net] of list.entries()) expect((after.get(person) ?? 0) - net).toBe(0);
      }),
    );
  });

  test("what rounding left over goes to one of them, and all sums stay whole", () => {
    const rebuilt = rebuildSplit(1000, [667, -333, -333], "seed");
    expect(rebuilt).toEqual({
      amount: 1000,
      payers: [{ person: 0, amount: 1000 }],
      shares: [
        { person: 0, amount: 334 },
        { person: 1, amount: 333 },
        { person: 2, amount: 333 },
      ],
    });
  });

  test("several who paid bear the rest in proportion", () => {
    expect(rebuildSplit(100, [30, 10, -40], "seed")).toEqual({
      amount: 100,
      payers: [
        { person: 0, amount: 75 },
        { person: 1, amount: 25 },
      ],
      shares: [
        { person: 0, amount: 45 },
        { person: 1, amount: 15 },
        { person: 2, amount: 40 },
      ],
    });
  });
});

const PRO = "Paid By,Name,Category,Amount,Split Type,Expense Date,Currency,You Lent,You Owe,Settlement";

describe("a friend in SplitPro", () => {
  test("has what was between the two", () => {
    const found = read(
      [
        PRO,
        "You,Hotel,hotel,300.00,EQUAL,2026-11-14 10:00:00,EUR,150.00,0,0",
        'Ben,"Bus, tram",bus,9.00,EXACT,2026-11-15 00:00:00,EUR,0,4.00,0',
        "Ben,Settle up,general,146.00,SETTLEMENT,2026-11-16 00:00:00,EUR,0,0,146.00",
        "You,Own,general,5.00,EQUAL,2026-11-16 00:00:00,EUR,0,0,0",
      ].join("\n"),
    );
    expect(found).toMatchObject({ source: "splitpro", people: ["You", "Ben"], empty: 1 });
    expect(found.rows.map(({ kind, amount, payers, shares }) => ({ kind, amount, payers, shares }))).toEqual([
      {
        kind: "expense",
        amount: 30_000,
        payers: [{ person: 0, amount: 30_000 }],
        shares: [
          { person: 0, amount: 15_000 },
          { person: 1, amount: 15_000 },
        ],
      },
      {
        kind: "expense",
        amount: 900,
        payers: [{ person: 1, amount: 900 }],
        shares: [
          { person: 0, amount: 400 },
          { person: 1, amount: 500 },
        ],
      },
      {
        kind: "settlement",
        amount: 14_600,
        payers: [{ person: 1, amount: 14_600 }],
        shares: [{ person: 0, amount: 14_600 }],
      },
    ]);
  });

  test("with more than the two in it is refused by its line", () => {
    const rows = ["You,A,x,1.00,EQUAL,2026-11-14,EUR,0.50,0,0", "Ben,B,x,1.00,EQUAL,2026-11-14,EUR,0,0.50,0"];
    const text = [PRO, ...rows, "Cem,C,x,1.00,EQUAL,2026-11-14,EUR,0,2.50,0"].join("\n");
    expect(problemsOf(text)).toEqual([["file.4", "Line 4: it is by somebody else than the others."]]);
    const owing = [PRO, ...rows, "Ben,C,x,1.00,EQUAL,2026-11-14,EUR,0,2.50,0"].join("\n");
    expect(problemsOf(owing)).toEqual([["file.4", "Line 4: one of you owes more for it than it cost."]]);
  });
});

test.each([
  ["12", "EUR", 1200],
  ["-12.3", "EUR", -1230],
  ["−12,34", "EUR", -1234],
  ["1,234.56", "EUR", 123_456],
  ["1.234,56", "EUR", 123_456],
  ["1 234,56", "EUR", 123_456],
  ["1.234.567", "EUR", 123_456_700],
  ["1,234", "EUR", null],
  ["1,234", "KWD", 1234],
  ["1,234", "JPY", 1234],
  ["1234.00", "JPY", 1234],
  ["12,34,567", "INR", 123_456_700],
  ["-0.00", "EUR", 0],
  ["1.5", "JPY", null],
  ["1.2.3", "EUR", null],
  ["12.345", "EUR", null],
  ["12.345,00", "EUR", 1_234_500],
  ["0.1234", "EUR", null],
  ["", "EUR", null],
  ["99999999999999", "EUR", null],
  ["1e5", "EUR", null],
])("“%s” %s are %s minor units", (text, currency, amount) => {
  expect(readDecimal(text, currency)).toBe(amount);
});

test.each([
  ["a plan", "name,lat,lng\nA,1,2"],
  ["JSON", "{}"],
  ["nothing", ""],
])("%s is no file of expenses", (_, text) => {
  expect(() => read(text)).toThrow("Send the CSV of a Splitwise group");
});
