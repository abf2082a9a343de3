"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { BudgetReport } from "#lib/shared/budget.ts";
import { useMoneyFormat } from "../../_base/money/use-money-format.ts";
import { BudgetBar } from "./budget-bar.tsx";
import { type CategoryLine, categoryLines } from "./budget-rows.ts";
import { LimitText } from "./limit-text.tsx";

/** Shows what was spent by category, with limits that can be edited in place. */
export function CategoryBudget({ report }: { report: BudgetReport }) {
  const t = useTranslations("trip-budget");
  const lines = categoryLines(report);
  const longest = Math.max(1, ...lines.map(({ spent, limit }) => Math.max(spent, limit ?? 0)));
  if (lines.length === 0) return <p className="py-2 text-sm text-text-3">{t("nothing")}</p>;
  return (
    <ul>
      {lines.map((line) => (
        <CategoryRow key={line.category} line={line} longest={longest} currency={report.currency} />
      ))}
    </ul>
  );
}

type CategoryRowProps = { line: CategoryLine; longest: number; currency: string };

function CategoryRow({ line, longest, currency }: CategoryRowProps) {
  const t = useTranslations("trip-budget");
  const tMoney = useTranslations("trip-money");
  const format = useMoneyFormat();
  const { category, spent, planned, limit } = line;
  const say = (amount: number) => format.money({ amount, currency });
  const over = limit === null ? 0 : spent - limit;
  const facts = [
    planned > 0 ? t("planned", { amount: say(planned) }) : "",
    limit !== null && over <= 0 ? t("left", { amount: say(-over) }) : "",
  ].filter(Boolean);
  return (
    <li className="py-1.5">
      <div className="mb-1 flex items-baseline justify-between gap-3 text-sm">
        <span className="min-w-0 truncate text-text-2">{tMoney(`category.${category}`)}</span>
        <span className="flex items-baseline gap-1 whitespace-nowrap tabular-nums">
          {say(spent)} <LimitText category={category} />
        </span>
      </div>
      <BudgetBar spent={spent} limit={limit} longest={longest} />
      {facts.length > 0 || over > 0 ? (
        <p className="mt-0.5 text-xs text-text-3 tabular-nums">
          {facts.join(" · ")}
          {over > 0 ? (
            <span className="text-warning">
              {facts.length > 0 ? " · " : ""}
              {t("over", { amount: say(over) })}
            </span>
          ) : null}
        </p>
      ) : null}
    </li>
  );
}
