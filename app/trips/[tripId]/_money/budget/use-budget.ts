"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "#lib/client/base/api.ts";
import { budgetView } from "#lib/client/money/budget-view.ts";
import type { Expenses } from "#lib/client/money/expenses.ts";
import { useMoneyEvents } from "#lib/client/money/money-events.ts";
import type { MoneySummary } from "#lib/client/money/money-summary.ts";
import { moneyApi } from "#lib/client/base/operations.ts";
import { tripKey } from "#lib/client/base/trip-cache.ts";
import { useTrip, useTripSession } from "#lib/client/open-trip/trip-context.tsx";
import type { BudgetReport } from "#lib/shared/budget.ts";
import type { TripEvent } from "#lib/shared/events.ts";

interface Budget {
  /** The budget report; undefined while it is loading or if loading has failed. */
  report: BudgetReport | undefined;
  isFailed: boolean;
  retry: () => void;
}

/** Compares planned costs and what was spent, from the same expenses as the totals beside it. */
export function useBudget({ spent, isFailed, retry }: MoneySummary, list: Expenses): Budget {
  const answer = useAnswer();
  const trip = useTrip((all) => ({
    currency: all.currency,
    formerCurrencies: all.formerCurrencies,
    budget: all.budget,
    stops: all.stops,
    reservations: all.reservations,
  }));
  const { data } = answer;
  const expenses = list.isComplete ? list.expenses : null;
  const report = useMemo(
    () => (data && spent ? budgetView({ trip, spent, expenses }, data) : undefined),
    [data, trip, spent, expenses],
  );
  function again() {
    void answer.refetch();
    retry();
  }
  return { report, isFailed: answer.isError || isFailed, retry: again };
}

/** Loads the budget report from the service, again when an event changes something that it is computed from. */
function useAnswer() {
  const { store } = useTripSession();
  const enabled = !store.isPast;
  const query = useQuery({
    queryKey: [...tripKey(store.id), "budget"],
    queryFn: async ({ signal }) => {
      const { data } = await call(moneyApi.budget, { params: { tripId: store.id } }, { signal });
      return data;
    },
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    // Events are received only while the report is shown, so a cached report may be outdated.
    staleTime: 0,
    enabled,
  });
  useMoneyEvents(enabled, movesBudget, () => void query.refetch());
  return query;
}

const MADE_OF = /^(?:expense|stop|reservation|trip|day|member)\./;

function movesBudget(op: TripEvent["op"]): boolean {
  return MADE_OF.test(op) || op === "redacted";
}
