"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { cx } from "#app/_ui/cx.ts";
import { Segmented } from "#app/_ui/segmented.tsx";
import { Skeleton } from "#app/_ui/skeleton.tsx";
import type { Spending } from "#lib/client/money/money-summary.ts";
import { useMoneyFormat } from "../_base/money/use-money-format.ts";

export type SpendingScope = "all" | "trip";

type SpendingChartProps = {
  /** The amounts; null while they are loading. */
  spending: Spending | null;
  currency: string;
  scope: SpendingScope;
  onScope: (scope: SpendingScope) => void;
  /** Whether the trip has dates, so that the expenses during the trip can be selected. */
  isDated: boolean;
  /** The user's private expenses, which the group's amounts leave out, in the trip's currency. */
  privately: { total: number; count: number };
};

/** Shows what was spent in total and by category, with exact amounts. */
export function SpendingChart({
  spending,
  currency,
  scope,
  onScope,
  isDated,
  privately,
}: SpendingChartProps) {
  const t = useTranslations("trip-money");
  const format = useMoneyFormat();
  const say = (amount: number) => format.money({ amount, currency });
  const most = Math.max(1, ...(spending?.categories ?? []).map(({ amount }) => Math.abs(amount)));
  return (
    <section aria-label={t("byCategory")}>
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1">
        {spending ? (
          <p className="min-w-0 flex-1">
            <span className="text-lg font-semibold tabular-nums">{say(spending.total)}</span>
            {spending.count === null ? null : (
              <span className="ml-2 text-sm whitespace-nowrap text-text-3">
                {t("inExpenses", { count: spending.count })}
              </span>
            )}
          </p>
        ) : (
          <Skeleton className="h-5 w-32" />
        )}
        {isDated ? (
          <Segmented
            label={t("scope.label")}
            size="sm"
            className="ml-auto"
            value={scope}
            onChange={onScope}
            options={[
              { value: "all", label: t("scope.all") },
              { value: "trip", label: t("scope.trip") },
            ]}
          />
        ) : null}
      </div>
      <dl className="mt-3">
        {(spending?.categories ?? []).map(({ category, amount }) => (
          <div key={category} className={barRow}>
            <dt className="truncate text-text-2">{t(`category.${category}`)}</dt>
            <dd className="contents">
              <i
                aria-hidden
                className={cx("block h-2.5 rounded-[2px]", amount < 0 ? "bg-success" : "bg-text-3")}
                style={{ width: `max(${(Math.abs(amount) / most) * 100}%, 2px)` }}
              />
              <span className={barFigure}>{say(amount)}</span>
            </dd>
          </div>
        ))}
      </dl>
      {spending && spending.unknown > 0 ? (
        <p className="mt-2 text-xs text-text-3">{t("withoutRate", { count: spending.unknown })}</p>
      ) : null}
      {privately.count > 0 ? (
        <p className="mt-2 text-xs text-text-3">
          {t("privatePlus", { amount: say(privately.total), count: privately.count })}
        </p>
      ) : null}
    </section>
  );
}

export const barRow = "grid min-h-7.5 grid-cols-[92px_minmax(0,1fr)_auto] items-center gap-3 text-sm";
export const barFigure = "min-w-22 text-right whitespace-nowrap tabular-nums";
