import type { ExpenseCategory } from "#lib/shared/expense-categories.ts";
import type { Bilingual } from "./trip-template.ts";

/** Key of a companion, or `me` for whoever the trip is made for. */
type Who = string;

interface Sum {
  /** Minor units; below 0: money that came back. */
  amount: number;
  /** Absent: the trip's. */
  currency?: string;
  /** What one unit of it is worth in the trip's currency, in decimal digits. */
  rate?: string;
  /** How many days before the trip is made from its template. */
  daysAgo: number;
}

export interface TemplateExpense extends Sum {
  title: Bilingual;
  category: ExpenseCategory;
  paidBy: { who: Who; amount: number }[];
  /** Who shares it equally; null: everyone. */
  among: Who[] | null;
  /** English title of a booking. */
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
