"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import type { TripCurrency } from "#lib/shared/balances.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import type { BalancesDto, BudgetReport, SettleUpDto } from "#lib/shared/budget.ts";
import { call } from "./api.ts";
import { balancesOf, type CategorySum, categorySums, type Owed, transfersOf } from "./money.ts";
import type { Expenses } from "./expenses.ts";
import { moneyApi } from "./operations.ts";
import { tripKey } from "./trip-cache.ts";
import { useLiveSession, useTrip, useTripSession } from "./trip-context.tsx";

/** Events that come one after the other are waited for together. */
const SETTLE_MS = 300;

/** Who owes whom, in the trip's currency; amounts are minor units. */
export interface Standing {
  balances: ReadonlyMap<string, number>;
  transfers: readonly Owed[];
  /** The same of what only some of them see, of which the group's contains nothing. */
  private: { balances: ReadonlyMap<string, number>; transfers: readonly Owed[] };
}

export interface Spending {
  total: number;
  /** null: not counted, because not all are here. */
  count: number | null;
  categories: readonly CategorySum[];
}

export interface MoneySummary {
  /** null: it is being read, or could not be. */
  standing: Standing | null;
  spending: Spending | null;
  isFailed: boolean;
  retry: () => void;
}

/** Balances and sums of the group: from the rows where all of them are here, else from the service. */
export function useMoneySummary({ expenses, isComplete }: Expenses): MoneySummary {
  const { store } = useTripSession();
  const trip = useTrip(({ currency, formerCurrencies, settlements }) => ({
    currency,
    formerCurrencies,
    settlements,
  }));
  const asked = useAsked(!isComplete && !store.isPast);
  const local = useMemo(() => {
    if (!isComplete) return null;
    const rows = { expenses, settlements: trip.settlements };
    const balances = balancesOf(trip, rows, false);
    const own = balancesOf(trip, rows, true);
    const standing: Standing = {
      balances,
      transfers: transfersOf(balances, trip.currency),
      private: { balances: own, transfers: transfersOf(own, trip.currency) },
    };
    return { standing, spending: spendingOf(trip, expenses) };
  }, [isComplete, expenses, trip]);
  if (local) return { ...local, isFailed: false, retry: asked.retry };
  // Of another currency it was counted in before the trip's changed.
  const isCurrent = asked.data?.balances.currency === trip.currency;
  return { ...answered(isCurrent ? asked.data : undefined), isFailed: asked.isFailed, retry: asked.retry };
}

/** What is not private. */
export function spendingOf(trip: TripCurrency, expenses: readonly ExpenseDto[]): Spending {
  const open = expenses.filter((expense) => !expense.private);
  const categories = categorySums(trip, open);
  const total = categories.reduce((sum, { amount }) => sum + amount, 0);
  return { total, count: open.length, categories };
}

interface Asked {
  balances: BalancesDto;
  settleUp: SettleUpDto;
  report: BudgetReport;
}

function byMember(list: BalancesDto["balances"]): Map<string, number> {
  return new Map(list.map(({ memberId, amount }) => [memberId, amount]));
}

function answered(data: Asked | undefined): Pick<MoneySummary, "standing" | "spending"> {
  if (!data) return { standing: null, spending: null };
  const { balances, settleUp, report } = data;
  return {
    standing: {
      balances: byMember(balances.balances),
      transfers: settleUp.transfers,
      private: { balances: byMember(balances.private.balances), transfers: settleUp.private },
    },
    spending: {
      total: report.spent.total,
      count: null,
      categories: report.spent.categories.toSorted((a, b) => b.amount - a.amount),
    },
  };
}

function useAsked(enabled: boolean) {
  const { store } = useLiveSession();
  const { data, isError, refetch } = useQuery({
    queryKey: [...tripKey(store.id), "money"],
    queryFn: ({ signal }) => readMoney(store.id, signal),
    enabled,
    placeholderData: keepPreviousData,
  });
  const again = useCallback(() => void refetch(), [refetch]);
  useMoneyEvents(enabled, again);
  return { data, isFailed: isError && !data, retry: again };
}

async function readMoney(tripId: string, signal: AbortSignal): Promise<Asked> {
  const params = { tripId };
  const [balances, settleUp, report] = await Promise.all([
    call(moneyApi.balances, { params }, { signal }),
    call(moneyApi.settleUp, { params, query: {} }, { signal }),
    call(moneyApi.budget, { params }, { signal }),
  ]);
  return { balances: balances.data, settleUp: settleUp.data, report: report.data };
}

/** Calls after each event that may have moved money, and after events that never came. */
function useMoneyEvents(enabled: boolean, onMoney: () => void): void {
  const { store } = useLiveSession();
  useEffect(() => {
    if (!enabled) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(onMoney, SETTLE_MS);
    };
    const stops = [
      store.events.add(({ op }) => {
        if (/^(?:expense|settlement|trip)\./.test(op)) soon();
      }),
      store.jumps.add(soon),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [enabled, store, onMoney]);
}
