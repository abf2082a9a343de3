import fc from "fast-check";
import { expect, test } from "vitest";
import { budgetView, type BudgetTrip } from "#lib/client/money/budget-view.ts";
import { spendingOf, summaryFromRows } from "#lib/client/money/money-summary.ts";
import type { BudgetReport } from "#lib/shared/budget.ts";
import { EXPENSE_CATEGORIES } from "#lib/shared/expense-categories.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { ANN, BOB, CAT, EURO_RATE, expense, JPY_TRIP, settlementRow } from "#tests/helpers/money-rows.ts";

const nothing = { total: 0, categories: [], days: [], members: [] };

/** The service's answer before this page has written anything. */
const before: BudgetReport = {
  currency: "JPY",
  budget: null,
  spent: { ...nothing, total: 3000 },
  planned: {
    total: 9000,
    open: 9000,
    categories: [],
    rates: [{ currency: "EUR", rate: EURO_RATE }],
    unknown: [],
  },
};

const trip = {
  ...JPY_TRIP,
  budget: { currency: "JPY", total: 10_000, limits: { food: 5000 } },
  stops: [
    { id: "castle", category: "sight", cost: { amount: 1000, currency: "JPY" } },
    { id: "museum", category: "museum", cost: { amount: 1000, currency: "EUR" } },
    { id: "opera", category: "activity", cost: { amount: 500, currency: "KWD" } },
  ],
  reservations: [],
} as unknown as BudgetTrip;

const rows = fc.array(
  fc.record({
    amount: fc.oneof(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: -9999, max: -1 })),
    payer: fc.constantFrom(ANN, BOB, CAT),
    among: fc.subarray([ANN, BOB, CAT], { minLength: 1 }),
    category: fc.constantFrom(...EXPENSE_CATEGORIES),
    spentOn: fc.constantFrom("2026-11-14", "2026-11-15", "2026-11-16"),
    nights: fc.constantFrom(null, null, 3),
    private: fc.constantFrom(false, false, true),
    // The exchange rate of the last currency is unknown until the expense is sent.
    money: fc.constantFrom(
      { currency: "JPY", rate: null },
      { currency: "EUR", rate: EURO_RATE },
      { currency: "USD", rate: null },
    ),
  }),
  { maxLength: 20 },
);

function sumOf(amounts: readonly { amount: number }[]): number {
  return amounts.reduce((sum, { amount }) => sum + amount, 0);
}

test("all figures of the page are of the same expenses, whatever the service has heard of", () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 5000 }), (given, gave) => {
      const expenses = given.map(({ money, ...row }): ExpenseDto => expense({ ...row, ...money }));
      const settlements = [settlementRow({ amount: gave })];
      const { standing, spending, spent, unknown } = summaryFromRows(
        JPY_TRIP,
        { expenses, settlements },
        ANN,
      );
      const shown = spent && budgetView({ trip, spent, expenses }, before);
      expect(shown?.spent.total).toBe(spending?.total);
      expect(shown?.spent.categories.toSorted((a, b) => (a.category < b.category ? -1 : 1))).toEqual(
        spending?.categories.toSorted((a, b) => (a.category < b.category ? -1 : 1)),
      );
      for (const part of [shown?.spent.categories, shown?.spent.days, spending?.categories])
        expect(sumOf(part ?? [])).toBe(spending?.total);
      expect(spending).toEqual(spendingOf(JPY_TRIP, expenses));
      for (const { memberId, paid: out, borne } of shown?.spent.members ?? []) {
        const settled = memberId === BOB ? gave : memberId === ANN ? -gave : 0;
        expect(standing?.balances.get(memberId) ?? 0).toBe(out - borne + settled);
      }
      expect(unknown).toBe(given.filter(({ money }) => money.currency === "USD").length);
    }),
  );
});

test("an unsent expense is spent of the budget, and its stop no longer planned and open", () => {
  const first = expense({ amount: 3000 });
  const unsent = expense({ amount: 2000, stopId: "castle", category: "sights" });
  const expenses = [first, unsent];
  const { spent, spending } = summaryFromRows(JPY_TRIP, { expenses, settlements: [] }, ANN);
  const shown = spent && budgetView({ trip, spent, expenses }, before);
  expect([shown?.spent.total, spending?.total, spending?.count]).toEqual([5000, 5000, 2]);
  expect(shown?.budget).toMatchObject({ total: 10_000, limits: [{ category: "food", amount: 5000 }] });
  // The museum costs €10; the exchange rate of the opera's currency is unknown.
  expect(shown?.planned).toMatchObject({
    total: 2714,
    open: 1714,
    unknown: [{ currency: "KWD", amount: 500 }],
  });
});

test("where not all expenses are here, the plan is as the service counts it", () => {
  const shown = budgetView({ trip, spent: nothing, expenses: null }, before);
  expect(shown.planned).toBe(before.planned);
});
