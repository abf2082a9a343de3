"use client";

import { useMemo } from "react";
import { cx } from "#app/_ui/cx.ts";
import type { Expenses } from "#lib/client/money/expenses.ts";
import { type MoneySummary, spendingOf } from "#lib/client/money/money-summary.ts";
import { expenseSumsOf } from "#lib/client/money/money.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { lazyComponent } from "#app/_ui/lazy-component.tsx";
import { useViewState } from "../_base/view.tsx";
import { BalanceChart } from "./balance-chart.tsx";
import { RateNotes } from "./rate-notes.tsx";
import { SpendingChart, type SpendingScope } from "./spending-chart.tsx";

// The budget is loaded lazily: it needs a request to the service and is below what most users open the panel for.
export const BudgetPart = lazyComponent(() => import("./budget/budget-part.tsx"));

type MoneySideProps = {
  summary: MoneySummary;
  list: Expenses;
  trip: Pick<TripDto, "currency" | "formerCurrencies" | "startDate" | "endDate">;
  scope: SpendingScope;
  onScope: (scope: SpendingScope) => void;
  className?: string;
};

/** Shows the amounts by category and member, and the exchange rates. */
export function MoneySide({ summary, list, trip, scope, onScope, className }: MoneySideProps) {
  const { expenses, isComplete } = list;
  const { startDate, endDate } = trip;
  const isPast = useViewState(({ past }) => past !== null);
  const isDated = startDate !== null && endDate !== null;
  const shown = useMemo(() => {
    if (!isDated || scope === "all") return expenses;
    return expenses.filter(({ spentOn }) => spentOn >= startDate && spentOn <= endDate);
  }, [expenses, isDated, scope, startDate, endDate]);
  const onTrip = useMemo(() => (isComplete ? spendingOf(trip, shown) : null), [isComplete, trip, shown]);
  const privately = useMemo(() => {
    const own = shown.filter((expense) => expense.private);
    const total = own.reduce((sum, expense) => sum + (expenseSumsOf(trip, expense)?.amount ?? 0), 0);
    return { total, count: own.length };
  }, [trip, shown]);
  return (
    <aside className={cx("min-w-0", className)}>
      {/* In the past view older expenses are never loaded, so the chart is left out if its sums are incomplete. */}
      {isPast && !isComplete ? null : (
        <SpendingChart
          spending={scope === "all" ? summary.spending : onTrip}
          currency={trip.currency}
          scope={scope}
          onScope={onScope}
          isDated={isDated}
          privately={isComplete ? privately : { total: 0, count: 0 }}
        />
      )}
      {summary.standing ? (
        <div className="mt-7">
          <BalanceChart balances={summary.standing.balances} currency={trip.currency} />
        </div>
      ) : null}
      <RateNotes expenses={expenses} trip={trip} />
      <BudgetPart summary={summary} list={list} className="mt-7" />
    </aside>
  );
}
