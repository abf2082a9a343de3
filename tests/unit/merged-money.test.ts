import { describe, expect, test } from "vitest";
import { mergedMoney } from "#lib/server/guests/merged-money.ts";
import { membersOf } from "#lib/shared/expense-people.ts";
import { moneyProblem } from "#lib/shared/expense-rules.ts";
import { sharesOf } from "#lib/shared/expense-shares.ts";
import type { ExpenseFields } from "#lib/shared/expenses.ts";

type Money = ExpenseFields["money"];
type Split = Money["split"];

const ID = "01a1fea0-fa5a-7365-a54d-b8396911c8f9";
const [ANN, BOB, GIL] = ["a", "b", "g"];
/** Gil, a guest, turns out to be Bob. */
const MOVE = { from: GIL, to: BOB };

function of(split: Split, amount = 900, payers = [{ memberId: ANN, amount }]): Money {
  return { amount, currency: "JPY", payers, split };
}

function parts(values: Record<string, number | undefined>): Split["parts"] {
  return Object.entries(values).map(([memberId, value]) =>
    value === undefined ? { memberId } : { memberId, value },
  );
}

function merged(money: Money): Money {
  const result = mergedMoney(ID, money, MOVE);
  expect(moneyProblem(result)).toBeNull();
  expect(membersOf(result)).not.toContain(GIL);
  return result;
}

/** Checks that each member's share is the same after the merge, with Gil's share added to Bob's. */
function expectSameShares(money: Money): void {
  expect(onlyOne(sharesOf(ID, money))).toEqual(sharesOf(ID, merged(money)));
}

/** Returns the sums with Gil's sum added to Bob's. */
function onlyOne(sums: ReadonlyMap<string, number>): Map<string, number> {
  const all = new Map(sums);
  if (all.has(GIL)) all.set(BOB, (all.get(BOB) ?? 0) + (all.get(GIL) ?? 0));
  all.delete(GIL);
  return all;
}

test("what both paid is added up", () => {
  const payers = [
    { memberId: GIL, amount: 200 },
    { memberId: ANN, amount: 300 },
    { memberId: BOB, amount: 400 },
  ];
  expect(merged(of({ mode: "equal", parts: parts({ a: undefined }) }, 900, payers)).payers).toEqual([
    { memberId: BOB, amount: 600 },
    { memberId: ANN, amount: 300 },
  ]);
});

describe("a split", () => {
  test("with one of the two keeps its kind and its values", () => {
    const split: Split = { mode: "percent", parts: parts({ a: 4000, g: 6000 }) };
    expect(merged(of(split)).split).toEqual({ mode: "percent", parts: parts({ a: 4000, b: 6000 }) });
    const equal: Split = { mode: "equal", parts: parts({ g: undefined, a: undefined }) };
    expect(merged(of(equal)).split).toEqual({ mode: "equal", parts: parts({ b: undefined, a: undefined }) });
  });

  test("in equal parts with both becomes one in which the person has two", () => {
    const money = of({ mode: "equal", parts: parts({ a: undefined, b: undefined, g: undefined }) });
    expect(merged(money).split).toEqual({ mode: "shares", parts: parts({ a: 1, b: 2 }) });
    expectSameShares(money);
    expectSameShares({ ...money, amount: 1000, payers: [{ memberId: ANN, amount: 1000 }] });
  });

  test("by shares, percent or amounts with both adds them up", () => {
    for (const [mode, values, sum] of [
      ["shares", { a: 2, b: 1, g: 3 }, { a: 2, b: 4 }],
      ["percent", { a: 3000, b: 5000, g: 2000 }, { a: 3000, b: 7000 }],
      ["exact", { a: 100, b: 300, g: 500 }, { a: 100, b: 800 }],
    ] as const) {
      const money = of({ mode, parts: parts(values) });
      expect(merged(money).split).toEqual({ mode, parts: parts(sum) });
      expectSameShares(money);
    }
  });

  test("of a refund goes the same way", () => {
    const money = of({ mode: "exact", parts: parts({ a: -100, b: -300, g: -500 }) }, -900);
    expect(merged(money).split).toEqual({ mode: "exact", parts: parts({ a: -100, b: -800 }) });
  });

  test("with more shares than one may have becomes one by amounts", () => {
    const money = of({ mode: "shares", parts: parts({ a: 10_000, b: 10_000, g: 10_000 }) });
    expect(merged(money).split).toEqual({ mode: "exact", parts: parts({ a: 300, b: 600 }) });
  });
});

describe("a bill by items", () => {
  const soup = { name: "Soup", amount: 900, memberIds: [ANN, GIL, BOB] };
  const tea = { name: "Tea", amount: 100, memberIds: [GIL] };

  test("sets apart what the one had of what both share", () => {
    const money = of({ mode: "items", parts: [], items: [soup, tea], tax: 100, discount: 50 }, 1050);
    expect(merged(money).split).toEqual({
      mode: "items",
      parts: [],
      items: [
        { name: "Soup", amount: 600, memberIds: [ANN, BOB] },
        { name: "Tea", amount: 100, memberIds: [BOB] },
        { name: "Soup", amount: 300, memberIds: [BOB] },
      ],
      tax: 100,
      discount: 50,
    });
    expectSameShares(money);
  });

  test("keeps its people where there is less of an item than there are people", () => {
    for (const amount of [1, 2]) {
      const money = of({ mode: "items", parts: [], items: [{ ...soup, amount }, tea] }, amount + 100);
      expect(merged(money).split.items?.flatMap(({ memberIds }) => memberIds)).toContain(ANN);
      expectSameShares(money);
    }
  });

  test("with more items than a bill may have becomes a split by amounts", () => {
    const items = Array.from({ length: 200 }, () => soup);
    const money = of({ mode: "items", parts: [], items }, 180_000);
    expect(merged(money).split).toEqual({ mode: "exact", parts: parts({ a: 60_000, b: 120_000 }) });
  });
});
