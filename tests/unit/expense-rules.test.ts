import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { moneyProblem } from "#lib/shared/expense-rules.ts";
import type { ExpenseMoney, Split } from "#lib/shared/expense-shares.ts";
import { MAX_AMOUNT } from "#lib/shared/money.ts";
import { moneyAmong } from "#tests/helpers/random-ledger.ts";

const equally: Split = { mode: "equal", parts: [{ memberId: "ann" }, { memberId: "ben" }] };

function money(change: Partial<ExpenseMoney>): ExpenseMoney {
  const amount = change.amount ?? 1000;
  return { amount, currency: "JPY", payers: [{ memberId: "ann", amount }], split: equally, ...change };
}

const valued = (mode: Split["mode"], ...values: (number | undefined)[]): Partial<ExpenseMoney> => ({
  split: { mode, parts: values.map((value, n) => ({ memberId: `m${n}`, value })) },
});

function bill(change: Partial<Split>): Partial<ExpenseMoney> {
  const items = [
    { name: "Ramen", amount: 600, memberIds: ["ann"] },
    { name: "Gyoza", amount: 400, memberIds: ["ann", "ben"] },
  ];
  return { split: { mode: "items", parts: [], items, ...change } };
}

/** Returns a split by this many items of 1 unit, each of which this many people share. */
function longBill(items: number, people: number): Partial<ExpenseMoney> & { amount: number } {
  const memberIds = Array.from({ length: people }, (_, n) => `m${n}`);
  const item = { name: "Tapas", amount: 1, memberIds };
  return { amount: items, ...bill({ items: Array.from({ length: items }, () => item) }) };
}

test("a bill may name 1,000 in all", () => {
  expect(moneyProblem(money(longBill(10, 100)))).toBeNull();
});

describe("moneyProblem", () => {
  test.each<[string, Partial<ExpenseMoney>, (string | number)[], RegExp]>([
    ["nothing", { amount: 0, payers: [] }, ["amount"], /not 0/],
    ["more than anybody has", { amount: MAX_AMOUNT + 1 }, ["amount"], /too large/],
    ["nobody who paid", { payers: [] }, ["payers"], /who paid/],
    [
      "one who paid twice",
      { payers: [500, 500].map((amount) => ({ memberId: "ann", amount })) },
      ["payers", 1, "memberId"],
      /twice/,
    ],
    [
      "one who paid nothing",
      { payers: [1000, 0].map((amount, n) => ({ memberId: `m${n}`, amount })) },
      ["payers", 1, "amount"],
      /above 0/,
    ],
    [
      "one who got something back",
      { payers: [1100, -100].map((amount, n) => ({ memberId: `m${n}`, amount })) },
      ["payers", 1, "amount"],
      /above 0/,
    ],
    [
      "less paid than it was",
      { payers: [{ memberId: "ann", amount: 999 }] },
      ["payers"],
      /adds up to 999, not 1000/,
    ],
    [
      "money back that somebody paid",
      { amount: -1000, payers: [{ memberId: "ann", amount: 1000 }] },
      ["payers", 0, "amount"],
      /below 0/,
    ],
    ["nobody who shares it", { split: { mode: "equal", parts: [] } }, ["split", "parts"], /at least one/],
    [
      "one who shares it twice",
      { split: { mode: "equal", parts: [{ memberId: "ann" }, { memberId: "ann" }] } },
      ["split", "parts", 1, "memberId"],
      /twice/,
    ],
    [
      "an equal split with a value",
      valued("equal", undefined, 1),
      ["split", "parts", 1, "value"],
      /no values/,
    ],
    ["no number of shares", valued("shares", 2, undefined), ["split", "parts", 1, "value"], /shares/],
    ["zero shares", valued("shares", 2, 0), ["split", "parts", 1, "value"], /shares/],
    ["too many shares", valued("shares", 10_001), ["split", "parts", 0, "value"], /shares/],
    ["shares of four decimals", valued("shares", 0.1234), ["split", "parts", 0, "value"], /three decimals/],
    ["a share below 0", valued("shares", 2, -0.5), ["split", "parts", 1, "value"], /above 0/],
    ["a fraction of a unit", valued("exact", 999.5, 0.5), ["split", "parts", 0, "value"], /whole number/],
    ["99.99 %", valued("percent", 5000, 4999), ["split", "parts"], /add up to 99\.99 %/],
    ["more than 100 %", valued("percent", 5000, 5001), ["split", "parts"], /add up to 100\.01 %/],
    ["0 %", valued("percent", 10_000, 0), ["split", "parts", 1, "value"], /hundredths/],
    ["amounts that are one short", valued("exact", 500, 499), ["split", "parts"], /add up to 999, not 1000/],
    ["an amount below 0", valued("exact", 1100, -100), ["split", "parts", 1, "value"], /sign/],
    ["a tip without items", { split: { ...equally, tip: 0 } }, ["split", "tip"], /by items/],
    ["items and people", bill({ parts: [{ memberId: "ann" }] }), ["split", "parts"], /their own people/],
    ["no items", bill({ items: [] }), ["split", "items"], /at least one/],
    [
      "an item of nobody",
      bill({ items: [{ name: "Ramen", amount: 1000, memberIds: [] }] }),
      ["split", "items", 0, "memberIds"],
      /who shares/,
    ],
    [
      "an item of one twice",
      bill({ items: [{ name: "Ramen", amount: 1000, memberIds: ["ann", "ann"] }] }),
      ["split", "items", 0, "memberIds"],
      /twice/,
    ],
    [
      "a bill of a book's length",
      longBill(10, 101),
      ["split", "items"],
      /1000 names in all, and these have 1010/,
    ],
    ["a tip that nobody gave", bill({ tip: 1 }), ["split", "items"], /add up to 1001, not 1000/],
    ["a tax below 0", bill({ tax: -1 }), ["split", "tax"], /sign/],
    [
      "a discount of more than all",
      bill({ discount: 1001, tip: 1001 }),
      ["split", "discount"],
      /more than all/,
    ],
  ])("%s", (_what, change, path, message) => {
    const problem = moneyProblem(money(change));
    expect(problem).toEqual({ path, message: expect.stringMatching(message) });
  });

  test("has nothing against a bill with all that can be on it", () => {
    expect(moneyProblem(money({ ...bill({ tax: 100, tip: 50, discount: 150 }) }))).toBeNull();
  });

  test("has nothing against what adds up, and something against each amount that is one off", () => {
    fc.assert(
      fc.property(moneyAmong(8), fc.constantFrom(1, -1), (given, by) => {
        expect(moneyProblem(given)).toBeNull();
        const amount = given.amount + by;
        expect(moneyProblem({ ...given, amount })).not.toBeNull();
      }),
    );
  });
});

describe("the lines of a bill", () => {
  test.each<[string, Partial<ExpenseMoney>, (string | number)[], RegExp]>([
    [
      "items that come to nothing",
      bill({ items: [{ name: "Water", amount: 0, memberIds: ["ann"] }], tip: 1000 }),
      ["split", "items"],
      /sign of the whole/,
    ],
    [
      "a deposit of more than the bill",
      bill({
        items: [
          { name: "Crate", amount: 400, memberIds: ["ann"] },
          { name: "Deposit", amount: -600, memberIds: ["ben"] },
        ],
        tip: 1200,
      }),
      ["split", "items"],
      /sign of the whole/,
    ],
  ])("%s", (_what, change, path, message) => {
    expect(moneyProblem(money(change))).toEqual({ path, message: expect.stringMatching(message) });
  });

  test.each([1, -1])(
    "has nothing against a free line, and one that comes off, of a bill of %i000",
    (sign) => {
      const items = [
        { name: "Crate", amount: sign * 1500, memberIds: ["ann", "ben"] },
        { name: "Water", amount: 0, memberIds: ["ann"] },
        { name: "Deposit back", amount: sign * -500, memberIds: ["ann"] },
      ];
      expect(moneyProblem(money({ amount: sign * 1000, ...bill({ items }) }))).toBeNull();
    },
  );

  test("may nearly cancel each other out, unless a share exceeds the largest amount by that", () => {
    const half = MAX_AMOUNT / 2;
    expect(problemOfCrate(10_000, 0)).toBeNull();
    expect(problemOfCrate(half, 0)).toBeNull();
    const refused = { path: ["split", "items"], message: expect.stringMatching(/as two expenses/) };
    expect(problemOfCrate(half + 1, 0)).toEqual(refused);
    expect(problemOfCrate(half, 1)).toEqual(refused);
  });
});

/** Checks a bill of one unit and a tip, on which a deposit comes back that is almost as much as what was paid. */
function problemOfCrate(paid: number, tip: number) {
  const items = [
    { name: "Crate", amount: paid, memberIds: ["ann"] },
    { name: "Deposit back", amount: 1 - paid, memberIds: ["ben"] },
  ];
  return moneyProblem(money({ amount: 1 + tip, ...bill({ items, tip }) }));
}
