import type { BudgetDto, BudgetInput } from "#lib/shared/budget.ts";
import { EXPENSE_CATEGORIES, type ExpenseCategory } from "#lib/shared/expense-categories.ts";
import { amountText } from "../../_model/money/cost-text.ts";
import { readSum } from "../../_model/money/calculator.ts";

/** The amounts are texts as typed; "" means no limit. */
export interface BudgetForm {
  currency: string;
  total: string;
  limits: Readonly<Partial<Record<ExpenseCategory, string>>>;
}

export type BudgetField = "total" | ExpenseCategory;

export function budgetForm(budget: BudgetDto | null, tripCurrency: string): BudgetForm {
  const currency = budget?.currency ?? tripCurrency;
  const text = (amount: number | null | undefined) => (amount ? amountText({ amount, currency }) : "");
  const limits = EXPENSE_CATEGORIES.map((category) => [category, text(budget?.limits[category])] as const);
  return { currency, total: text(budget?.total), limits: Object.fromEntries(limits) };
}

/** Returns the budget to save, or the fields whose text is no amount. */
export function readBudget(form: BudgetForm): { budget: BudgetInput } | { wrong: BudgetField[] } {
  const total = readLimit(form.total, form.currency);
  const limits = EXPENSE_CATEGORIES.map(
    (category) => [category, readLimit(form.limits[category] ?? "", form.currency)] as const,
  );
  const wrong: BudgetField[] = limits.flatMap(([category, limit]) => (limit === undefined ? category : []));
  if (total === undefined) wrong.unshift("total");
  if (wrong.length > 0 || total === undefined) return { wrong };
  const set = limits.flatMap(([category, limit]) => (limit ? [[category, limit] as const] : []));
  return { budget: { currency: form.currency, total, limits: Object.fromEntries(set) } };
}

/** Returns minor units, null for an empty text or 0, and undefined if the text is no amount. */
export function readLimit(text: string, currency: string): number | null | undefined {
  const reading = readSum(text, currency);
  if (reading.kind === "empty") return null;
  if (reading.kind !== "sum" || reading.currency !== currency) return undefined;
  return reading.amount === 0 ? null : reading.amount;
}

/** Returns the budget with one of its amounts changed; null removes the amount. */
export function withLimit(
  budget: BudgetDto | null,
  tripCurrency: string,
  of: BudgetField,
  amount: number | null,
): BudgetInput {
  const { currency, total, limits } = budget ?? { currency: tripCurrency, total: null, limits: {} };
  if (of === "total") return { currency, total: amount, limits };
  const { [of]: _, ...others } = limits;
  return { currency, total, limits: amount === null ? others : { ...others, [of]: amount } };
}
