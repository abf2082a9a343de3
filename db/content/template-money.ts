import type { ExpenseCategory } from "#lib/shared/expense-categories.ts";
import type { Bilingual } from "./trip-template.ts";

/** The key of a companion, or `me` for the user for whom the trip is made. */
type Who = string;

interface Sum {
  /** In minor units; below 0 for money that came back. */
  amount: number;
  /** The currency of the amount; absent: the trip's currency. */
  currency?: string;
  /** What one unit of `currency` is worth in the trip's currency, in decimal digits. */
  rate?: string;
  /** How many days before the trip was made from its template the money was paid. */
  daysAgo: number;
}

export interface TemplateExpense extends Sum {
  title: Bilingual;
  category: ExpenseCategory;
  paidBy: { who: Who; amount: number }[];
  /** Who bears an equal share; null: everyone. */
  among: Who[] | null;
  /** The English title of the reservation that the expense is for; null: it is for no reservation. */
  reservation: string | null;
  isPrivate: boolean;
}

export interface TemplateSettlement extends Sum {
  from: Who;
  to: Who;
  note: Bilingual | null;
}

/** What the template's trip may cost, in minor units of its currency. */
interface TemplateBudget {
  total: number;
  limits: Partial<Record<ExpenseCategory, number>>;
}

export interface TemplateMoney {
  budget: TemplateBudget;
  expenses: TemplateExpense[];
  settlements: TemplateSettlement[];
}
