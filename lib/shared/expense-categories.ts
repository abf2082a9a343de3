export const EXPENSE_CATEGORIES = [
  "food",
  "groceries",
  "lodging",
  "flights",
  "transport",
  "sights",
  "activities",
  "shopping",
  "communication",
  "fees",
  "other",
] as const;

export type ExpenseCategory = (typeof EXPENSE_CATEGORIES)[number];
