"use client";

import { Plus, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { cx } from "#app/_ui/cx.ts";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { Segmented } from "#app/_ui/segmented.tsx";
import { Skeleton } from "#app/_ui/skeleton.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import type { Expenses } from "#lib/client/money/expenses.ts";
import type { MoneySummary } from "#lib/client/money/money-summary.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { BudgetReport } from "#lib/shared/budget.ts";
import { useMay } from "../../_base/may.tsx";
import { useView, useViewState } from "../../_base/view.tsx";
import { useMoneyFormat } from "../../_base/money/use-money-format.ts";
import { BudgetBar } from "./budget-bar.tsx";
import { CategoryBudget } from "./category-budget.tsx";
import { CurrencyLine } from "./currency-line.tsx";
import { DayBudget } from "./day-budget.tsx";
import { PlannedNotes } from "./planned-notes.tsx";
import { MemberBudget } from "./member-budget.tsx";
import { useBudget } from "./use-budget.ts";

type Look = "category" | "day" | "member";

type BudgetPartProps = { summary: MoneySummary; list: Expenses; className?: string };

/** Shows the budget, the planned costs and what was spent: in total, by category, by day and by member. */
export default function BudgetPart({ summary, list, className }: BudgetPartProps) {
  const t = useTranslations("trip-budget");
  const isPast = useViewState((view) => view.past !== null);
  const { report, isFailed, retry } = useBudget(summary, list);
  const [look, setLook] = useState<Look | null>(null);
  // The service computes the budget report for the present only.
  if (isPast) return null;
  // The chart above the budget shows the amounts by category already, so categories are preselected only if they have
  // limits.
  const shown = look ?? ((report?.budget?.limits.length ?? 0) > 0 ? "category" : "day");
  return (
    <section aria-labelledby="budget-title" className={className}>
      <BudgetHead />
      {report ? (
        <>
          <BudgetTotal report={report} />
          <Segmented
            label={t("by")}
            size="sm"
            className="mt-4 mb-2"
            value={shown}
            onChange={setLook}
            options={[
              { value: "category", label: t("byCategory") },
              { value: "day", label: t("byDay") },
              { value: "member", label: t("byMember") },
            ]}
          />
          {shown === "category" ? <CategoryBudget report={report} /> : null}
          {shown === "day" ? <DayBudget report={report} /> : null}
          {shown === "member" ? <MemberBudget report={report} /> : null}
          <PlannedNotes report={report} />
        </>
      ) : isFailed ? (
        <InlineAlert action={null}>
          {t("failed")} <TextButton onClick={retry}>{t("again")}</TextButton>
        </InlineAlert>
      ) : (
        <Skeleton className="mt-2 h-40 w-full" />
      )}
      <CurrencyLine />
    </section>
  );
}

function BudgetHead() {
  const t = useTranslations("trip-budget");
  const view = useView();
  const { edit } = useMay();
  const isSet = useTrip((trip) => trip.budget !== null);
  return (
    <div className="flex min-h-8 items-center justify-between gap-2">
      <h2 id="budget-title" className="text-lg font-semibold">
        {t("title")}
      </h2>
      {edit ? (
        <Button
          tone="plain"
          size="sm"
          icon={isSet ? SlidersHorizontal : Plus}
          className="-mr-2.5 text-text-2"
          onClick={() => view.set({ dialog: { kind: "budget" } })}
        >
          {t(isSet ? "edit" : "set")}
        </Button>
      ) : null}
    </div>
  );
}

/** Shows what was spent out of the total budget, whether it is exceeded, and what is planned and still open. */
function BudgetTotal({ report }: { report: BudgetReport }) {
  const t = useTranslations("trip-budget");
  const format = useMoneyFormat();
  const { currency, budget, spent, planned } = report;
  const say = (amount: number) => format.money({ amount, currency });
  const total = budget?.total ?? null;
  const left = total === null ? null : total - spent.total;
  const longest = Math.max(spent.total, total ?? 0, 1);
  return (
    <div>
      <p className="mt-1 mb-2 flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-text-2">
        <span>
          <b className="font-semibold text-text tabular-nums">{say(spent.total)}</b>{" "}
          {total === null ? t("spent") : t("spentOf", { total: say(total) })}
        </span>
        {left === null ? null : (
          <span className={cx("tabular-nums", left < 0 && "font-medium text-warning")}>
            {left < 0 ? t("over", { amount: say(-left) }) : t("left", { amount: say(left) })}
          </span>
        )}
      </p>
      {total === null ? null : <BudgetBar spent={spent.total} limit={total} longest={longest} />}
      {planned.open > 0 ? (
        <p className="mt-2 text-sm text-text-3 tabular-nums">
          {t("open", { amount: say(planned.open) })}
          {left !== null && left >= 0 && planned.open > left ? (
            <span className="text-warning"> {t("willExceed", { amount: say(planned.open - left) })}</span>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
