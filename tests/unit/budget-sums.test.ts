import { describe, expect, test } from "vitest";
import { plannedSums, spentSums } from "#lib/shared/budget-sums.ts";
import type { ExpenseMoney } from "#lib/shared/expense-shares.ts";
import { MAX_AMOUNT } from "#lib/shared/money.ts";
import { type CostedPlan, plannedCosts } from "#lib/shared/planned-costs.ts";
import type { Rate } from "#lib/shared/rates.ts";

const TRIP = { currency: "JPY", formerCurrencies: [] };

function money(amount: number, currency: string, payer: string, ...people: string[]): ExpenseMoney {
  const parts = people.map((memberId) => ({ memberId }));
  return { amount, currency, payers: [{ memberId: payer, amount }], split: { mode: "equal", parts } };
}

function toJpy(value: string): Rate {
  return { to: "JPY", value, source: "ecb", date: "2026-11-20" };
}

function cost(amount: number, currency = "JPY") {
  return { amount, currency };
}

describe("what was spent", () => {
  const dinner = {
    id: "dinner",
    money: money(9000, "JPY", "ann", "ann", "ben", "cho"),
    rate: null,
    category: "food" as const,
    spentOn: "2026-11-15",
    nights: null,
  };
  const inn = {
    id: "inn",
    money: money(10_000, "EUR", "ben", "ann", "ben"),
    rate: toJpy("180.01"),
    category: "lodging" as const,
    spentOn: "2026-11-14",
    nights: 3,
  };
  const refund = { ...dinner, id: "refund", money: money(-1000, "JPY", "ann", "ann", "ben") };

  test("in all, by category, day and member, in the trip's currency", () => {
    expect(spentSums(TRIP, [dinner, inn, refund])).toEqual({
      total: 26_001,
      categories: [
        { category: "food", amount: 8000 },
        { category: "lodging", amount: 18_001 },
      ],
      days: [
        { date: "2026-11-14", amount: expect.any(Number) },
        { date: "2026-11-15", amount: expect.any(Number) },
        { date: "2026-11-16", amount: expect.any(Number) },
      ],
      members: [
        { memberId: "ann", paid: 8000, borne: expect.any(Number) },
        { memberId: "ben", paid: 18_001, borne: expect.any(Number) },
        { memberId: "cho", paid: 0, borne: 3000 },
      ],
    });
  });

  test("nights are even but for the odd units, and add up with the rest", () => {
    const { days, members, total } = spentSums(TRIP, [inn]);
    expect(days.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([6000, 6000, 6001]);
    expect(members.reduce((sum, { borne }) => sum + borne, 0)).toBe(total);
    expect(spentSums(TRIP, [inn]).days).toEqual(days);
  });

  test("nothing is nothing", () => {
    expect(spentSums(TRIP, [])).toEqual({ total: 0, categories: [], days: [], members: [] });
  });
});

test("what is planned at more than can be counted is in no sum", () => {
  const costs = ["EUR", "EUR", "JPY"].map((currency) => {
    return { category: "food" as const, cost: cost(MAX_AMOUNT, currency), isOpen: true };
  });
  expect(plannedSums("JPY", costs, new Map([["EUR", toJpy("999999999")]]))).toMatchObject({
    total: MAX_AMOUNT,
    open: MAX_AMOUNT,
    categories: [{ category: "food", amount: MAX_AMOUNT }],
    unknown: [{ currency: "EUR", amount: 2 * MAX_AMOUNT }],
  });
});

describe("what is planned", () => {
  const plan: CostedPlan = {
    stops: [
      { id: "temple", category: "museum", cost: cost(500) },
      { id: "cafe", category: "cafe", cost: cost(10, "EUR") },
      { id: "ryokan", category: "lodging", cost: cost(20_000) },
      { id: "walk", category: "nature", cost: null },
    ],
    reservations: [
      { id: "room", kind: "lodging", stopId: "ryokan", cost: cost(24_000) },
      { id: "train", kind: "train", stopId: null, cost: cost(100, "CHE") },
      { id: "flight", kind: "flight", stopId: null, cost: cost(90_000) },
      { id: "tour", kind: "activity", stopId: "walk", cost: cost(3000) },
    ],
  };
  const paid = new Set(["temple", "flight", "walk"]);

  test("by category, open where nothing is paid yet; a stop and its booking count once", () => {
    expect(plannedCosts(plan, paid)).toEqual([
      { category: "sights", cost: cost(500), isOpen: false },
      { category: "food", cost: cost(10, "EUR"), isOpen: true },
      { category: "lodging", cost: cost(24_000), isOpen: true },
      { category: "transport", cost: cost(100, "CHE"), isOpen: true },
      { category: "flights", cost: cost(90_000), isOpen: false },
      { category: "activities", cost: cost(3000), isOpen: false },
    ]);
  });

  test("other currencies by rates that are named; those without one are in no sum", () => {
    const rates = new Map([["EUR", toJpy("180")]]);
    expect(plannedSums("JPY", plannedCosts(plan, paid), rates)).toEqual({
      total: 117_518,
      open: 24_018,
      categories: [
        { category: "food", amount: 18 },
        { category: "lodging", amount: 24_000 },
        { category: "flights", amount: 90_000 },
        { category: "sights", amount: 500 },
        { category: "activities", amount: 3000 },
      ],
      rates: [{ currency: "EUR", rate: toJpy("180") }],
      unknown: [{ currency: "CHE", amount: 100 }],
    });
  });
});
