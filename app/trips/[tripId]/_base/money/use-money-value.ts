"use client";

import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { BudgetDto, BudgetInput } from "#lib/shared/budget.ts";
import { EXPENSE_CATEGORIES } from "#lib/shared/expense-categories.ts";
import type { ExpenseMoney } from "#lib/shared/expense-shares.ts";
import { useExpenseWords } from "./use-expense-words.ts";
import { useMoneyFormat } from "./use-money-format.ts";

/** Formats the values of the fields of an expense, a settlement or the budget; returns null for other fields. */
export function useMoneyValue(): (field: string, value: unknown) => string | null {
  const t = useTranslations("trip-money");
  const formats = useFormats();
  const words = useExpenseWords();
  const format = useMoneyFormat();
  const { currency, reservations } = useTrip((trip) => ({
    currency: trip.currency,
    reservations: trip.reservations,
  }));
  return (field, value) => {
    if (isExpenseMoney(value)) return words.money(value);
    if (field === "budget" && isBudget(value)) return budget(value);
    if (field === "nights" && typeof value === "number") return t("nightCount", { count: value });
    if (field === "rate" && isRate(value)) return value.value;
    if (field === "reservationId") return reservations.find(({ id }) => id === value)?.title ?? null;
    if ((field === "spentOn" || field === "paidOn") && typeof value === "string") {
      return formats.day(value, { weekday: true });
    }
    const category = EXPENSE_CATEGORIES.find((known) => known === value);
    return field === "category" && category ? t(`category.${category}`) : null;
  };

  function budget({ total, limits, currency: own = currency }: BudgetDto | BudgetInput): string {
    const sum = total ?? Object.values(limits).reduce((all, limit) => all + limit, 0);
    return format.money({ amount: sum, currency: own });
  }
}

/* Values come from the service or from this page's own fields, so a check that distinguishes their kinds is
   enough. */

function isExpenseMoney(value: unknown): value is ExpenseMoney {
  return typeof value === "object" && value !== null && "payers" in value && "split" in value;
}

function isBudget(value: unknown): value is BudgetDto | BudgetInput {
  return typeof value === "object" && value !== null && "total" in value && "limits" in value;
}

function isRate(value: unknown): value is { value: string } {
  return typeof value === "object" && value !== null && "value" in value;
}
