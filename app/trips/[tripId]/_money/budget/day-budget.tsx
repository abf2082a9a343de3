"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import type { BudgetReport } from "#lib/shared/budget.ts";
import { useMoneyFormat } from "../../_base/money/use-money-format.ts";
import { BudgetBar } from "./budget-bar.tsx";

/** Shows what was spent on each day; the nights of a stay count on their own days. */
export function DayBudget({ report: { spent, currency } }: { report: BudgetReport }) {
  const t = useTranslations("trip-budget");
  const formats = useFormats();
  const format = useMoneyFormat();
  const longest = Math.max(1, ...spent.days.map(({ amount }) => amount));
  if (spent.days.length === 0) return <p className="py-2 text-sm text-text-3">{t("nothing")}</p>;
  return (
    <dl>
      {spent.days.map(({ date, amount }) => (
        <div
          key={date}
          className="grid min-h-7.5 grid-cols-[92px_minmax(0,1fr)_auto] items-center gap-3 text-sm"
        >
          <dt className="whitespace-nowrap text-text-2">
            {formats.day(date, { weekday: true, year: false })}
          </dt>
          <dd className="contents">
            <BudgetBar spent={amount} limit={null} longest={longest} />
            <span className="min-w-22 text-right whitespace-nowrap tabular-nums">
              {format.money({ amount, currency })}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
