"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { toast } from "#app/_ui/toast.ts";
import { useTrip } from "#lib/client/trip-context.tsx";
import type { BudgetReport } from "#lib/shared/budget.ts";
import { InlineText } from "../../_shell/inline-text.tsx";
import { useMay } from "../../_shell/may.tsx";
import { useUndoToast, useWrites } from "../../_shell/writes.tsx";
import { useMoneyFormat } from "../use-money-format.ts";
import { BudgetBar } from "./budget-bar.tsx";
import { readLimit, withLimit } from "./budget-form.ts";
import { type CategoryLine, categoryLines } from "./budget-rows.ts";

/** Spent by category, with its limit, which edits in place. */
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

/** The limit in the currency that the budget was made in. */
function LimitText({ category }: Pick<CategoryLine, "category">) {
  const t = useTranslations("trip-budget");
  const tMoney = useTranslations("trip-money");
  const { edit } = useMay();
  const format = useMoneyFormat();
  const writes = useWrites();
  const undoToast = useUndoToast();
  const { id, budget, tripCurrency } = useTrip((trip) => ({
    id: trip.id,
    budget: trip.budget,
    tripCurrency: trip.currency,
  }));
  const currency = budget?.currency ?? tripCurrency;
  const amount = budget?.limits[category];
  const value = amount === undefined ? "" : format.money({ amount, currency });
  const name = tMoney(`category.${category}`);
  function save(text: string, baseSeq: number) {
    const limit = readLimit(text, currency);
    if (limit === undefined) return toast(t("wrong", { currency }), { problem: true });
    undoToast(
      limit === null
        ? t("limitRemoved", { name })
        : t("limitSet", { name, amount: format.money({ amount: limit, currency }) }),
      writes.setBudget(withLimit(budget, tripCurrency, category, limit), { baseSeq }),
    );
  }
  if (!edit && value === "") return null;
  return (
    <span className="flex items-baseline gap-1 text-text-3">
      {value === "" ? null : t("of")}
      <InlineText
        of={id}
        value={value}
        label={t("limitFor", { name })}
        placeholder={t("limit")}
        maxLength={40}
        readOnly={!edit}
        onSave={save}
        className="w-fit max-w-32 text-right"
      />
    </span>
  );
}
