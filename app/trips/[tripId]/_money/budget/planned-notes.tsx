"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import type { BudgetReport } from "#lib/shared/budget.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { useRateWords } from "../rate-notes.tsx";
import { useMoneyFormat } from "../../_base/money/use-money-format.ts";

/** Names the exchange rates that the planned costs were converted with, and the costs without a rate. */
export function PlannedNotes({ report: { budget, planned } }: { report: BudgetReport }) {
  const t = useTranslations("trip-budget");
  const words = useRateWords();
  const formats = useFormats();
  const format = useMoneyFormat();
  const budgetCurrency = useTrip((trip) => trip.budget?.currency ?? null);
  const rates = planned.rates.map(({ currency, rate }) => words(currency, rate));
  const unknown = planned.unknown.map((cost) => format.money(cost));
  const own = budget?.rate && budgetCurrency ? words(budgetCurrency, budget.rate) : null;
  if (rates.length + unknown.length === 0 && own === null) return null;
  return (
    <div className="mt-2 space-y-0.5 text-xs text-pretty text-text-3">
      {rates.length > 0 ? <p>{t("plannedRates", { rates: formats.list(rates) })}</p> : null}
      {unknown.length > 0 ? (
        <p className="text-warning">{t("unknown", { amounts: formats.list(unknown) })}</p>
      ) : null}
      {own === null ? null : <p>{t("ownCurrency", { rate: own })}</p>}
    </div>
  );
}
