import type { TripCurrency } from "#lib/shared/balances.ts";
import { sumsByCategory, SpentSums } from "#lib/shared/budget-sums.ts";
import type { BudgetReport } from "#lib/shared/budget.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { expenseSumsOf } from "./money.ts";

export type SpendingReport = BudgetReport["spent"];

/**
 * Returns the group's spending in the given expenses: all of them that are not private, and whose currency can be
 * converted to the trip's.
 */
export function groupSpending(trip: TripCurrency, expenses: readonly ExpenseDto[]): SpendingReport {
  const all = new SpentSums(trip);
  for (const expense of expenses) {
    const sums = expense.private ? null : expenseSumsOf(trip, expense);
    if (!sums) continue;
    const { amount, paid, borne } = sums;
    all.add(expense, 1, { amount, paid: portionsOf(paid), borne: portionsOf(borne) });
  }
  return all.report();
}

function portionsOf(amounts: ReadonlyMap<string, number>) {
  return [...amounts].map(([key, units]) => ({ key, units }));
}

/** Adds two spending reports. */
export function addSpendingReports(a: SpendingReport, b: SpendingReport): SpendingReport {
  const days = added(a.days, b.days, ({ date }) => date);
  const categories = added(a.categories, b.categories, ({ category }) => category);
  const [paid, borne] = (["paid", "borne"] as const).map((key) => {
    const amounts = [a, b].map(({ members }) =>
      members.map((member) => ({ memberId: member.memberId, amount: member[key] })),
    );
    return added(amounts[0] ?? [], amounts[1] ?? [], ({ memberId }) => memberId);
  });
  return {
    total: a.total + b.total,
    categories: sumsByCategory(categories),
    days: inOrder(days).map(([date, amount]) => ({ date, amount })),
    members: inOrder(borne ?? new Map<string, number>()).map(([memberId, amount]) => ({
      memberId,
      paid: paid?.get(memberId) ?? 0,
      borne: amount,
    })),
  };
}

function added<Key, Row extends { amount: number }>(
  a: readonly Row[],
  b: readonly Row[],
  keyOf: (row: Row) => Key,
): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const row of [...a, ...b]) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.amount);
  return sums;
}

function inOrder(sums: ReadonlyMap<string, number>): [string, number][] {
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
