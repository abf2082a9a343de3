import type { BudgetReport } from "#lib/shared/budget.ts";
import { EXPENSE_CATEGORIES, type ExpenseCategory } from "#lib/shared/expense-categories.ts";

/** One row of the chart; amounts are minor units of the trip's currency. */
export interface CategoryLine {
  category: ExpenseCategory;
  spent: number;
  planned: number;
  limit: number | null;
}

type Amounts = readonly { category: ExpenseCategory; amount: number }[];

function of(amounts: Amounts, category: ExpenseCategory): number | undefined {
  return amounts.find((each) => each.category === category)?.amount;
}

/** Returns the categories with any amount, those with the most spent first. */
export function categoryLines({ budget, spent, planned }: BudgetReport): CategoryLine[] {
  return EXPENSE_CATEGORIES.map((category) => ({
    category,
    spent: of(spent.categories, category) ?? 0,
    planned: of(planned.categories, category) ?? 0,
    limit: of(budget?.limits ?? [], category) ?? null,
  }))
    .filter((line) => line.spent !== 0 || line.planned !== 0 || line.limit !== null)
    .toSorted((a, b) => b.spent - a.spent || b.planned - a.planned);
}

/**
 * Returns the lengths of a bar in percent of the longest: the amount within the limit, the amount beyond it, and the
 * position of the limit.
 */
export function barOf(
  { spent, limit }: { spent: number; limit: number | null },
  longest: number,
): { within: number; beyond: number; mark: number | null } {
  const size = Math.max(0, spent);
  const percent = (amount: number) => (longest <= 0 ? 0 : Math.min(100, (amount / longest) * 100));
  const within = limit === null ? size : Math.min(size, limit);
  return {
    within: percent(within),
    beyond: percent(size - within),
    mark: limit === null ? null : percent(limit),
  };
}
