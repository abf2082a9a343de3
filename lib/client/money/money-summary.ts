"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { TripCurrency } from "#lib/shared/balances.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import {
  expensesAddedSince,
  type MoneyAnswer,
  type BalancesAndTransfers,
  currentBalances,
} from "./asked-money.ts";
import {
  balancesOf,
  type CategorySum,
  countRowsWithoutRate,
  privateOwed,
  expenseSumsOf,
  transfersOf,
} from "./money.ts";
import type { Expenses } from "./expenses.ts";
import { useMoneyEvents } from "./money-events.ts";
import { memberIdOf } from "../writes/predicted-rate.ts";
import { readMoney } from "./read-money.ts";
import { addSpendingReports, type SpendingReport, groupSpending } from "./spent.ts";
import { tripKey } from "../base/trip-cache.ts";
import { useLiveSession, useTrip, useTripSession } from "../open-trip/trip-context.tsx";

export type { BalancesAndTransfers } from "./asked-money.ts";

export interface Spending {
  total: number;
  /** How many expenses are in the sums; null when not all expenses are loaded, so that they can't be counted. */
  count: number | null;
  /** How many expenses are in no sum, because their exchange rate is not known yet. */
  unknown: number;
  categories: readonly CategorySum[];
}

export interface MoneySummary {
  /** The group's balances and transfers; null while they are being read, or when they could not be read. */
  standing: BalancesAndTransfers | null;
  spending: Spending | null;
  /** The sums of the group's expenses by category, day and member. */
  spent: SpendingReport | null;
  /** How many amounts are in no balance, because their exchange rate is not known yet. */
  unknown: number;
  /** Whether the last reading failed, so that the balances are unknown or are those of an older state. */
  isFailed: boolean;
  retry: () => void;
}

/** Balances and sums of the group. They are computed from the rows when all rows are loaded, else by the service. */
export function useMoneySummary({ expenses, isComplete, changes }: Expenses): MoneySummary {
  const { store } = useTripSession();
  const { me, ...trip } = useTrip((all) => ({
    currency: all.currency,
    formerCurrencies: all.formerCurrencies,
    settlements: all.settlements,
    me: memberIdOf(all, store.userId),
  }));
  const { currency, formerCurrencies, settlements } = trip;
  const asked = useAsked(!isComplete && !store.isPast);
  const local = useMemo(
    () =>
      isComplete ? summaryFromRows({ currency, formerCurrencies }, { expenses, settlements }, me) : null,
    [isComplete, expenses, settlements, currency, formerCurrencies, me],
  );
  // The service's answer is about now: it says nothing about the past, and nothing while it is in the trip's former
  // currency.
  const { data } = asked;
  const isCurrent = !store.isPast && data?.balances.currency === currency;
  const answer = useMemo(() => {
    if (!isCurrent || !data) return null;
    const added = expensesAddedSince(data.seq, changes);
    return summaryFromAnswer(data, { trip: { currency, formerCurrencies }, me, settlements, added });
  }, [isCurrent, data, changes, currency, formerCurrencies, me, settlements]);
  if (local) return { ...local, isFailed: false, retry: asked.retry };
  const known = answer ?? { standing: null, spending: null, spent: null, unknown: 0 };
  return { ...known, isFailed: asked.isFailed, retry: asked.retry };
}

type Rows = Parameters<typeof balancesOf>[1];
type Known = Pick<MoneySummary, "standing" | "spending" | "spent" | "unknown">;

export function summaryFromRows(trip: TripCurrency, rows: Rows, me: string | null): Known {
  const balances = balancesOf(trip, rows, false);
  const standing: BalancesAndTransfers = {
    balances,
    transfers: transfersOf(balances, trip.currency),
    private: {
      balances: balancesOf(trip, rows, true),
      transfers: me === null ? [] : privateOwed(me, trip, rows),
    },
  };
  const spent = groupSpending(trip, rows.expenses);
  const spending = spendingIn(spent, trip, rows.expenses);
  return { standing, spending, spent, unknown: countRowsWithoutRate(trip, rows) };
}

/** Returns the spending without private expenses. */
export function spendingOf(trip: TripCurrency, expenses: readonly ExpenseDto[]): Spending {
  return spendingIn(groupSpending(trip, expenses), trip, expenses);
}

function spendingIn(spent: SpendingReport, trip: TripCurrency, expenses: readonly ExpenseDto[]): Spending {
  const open = expenses.filter((expense) => !expense.private);
  const unknown = open.filter((expense) => expenseSumsOf(trip, expense) === null).length;
  return { total: spent.total, count: open.length, unknown, categories: mostFirst(spent) };
}

function mostFirst({ categories }: SpendingReport): CategorySum[] {
  return categories.toSorted((a, b) => b.amount - a.amount || (a.category < b.category ? -1 : 1));
}

/** Returns the service's answer with the rows added that it has not counted yet. */
export function summaryFromAnswer(data: MoneyAnswer, now: Parameters<typeof currentBalances>[1]): Known {
  const { trip, added } = now;
  const spent = addSpendingReports(data.report.spent, groupSpending(trip, added));
  return {
    standing: currentBalances(data, now),
    spending: { ...spendingIn(spent, trip, added), count: null },
    spent,
    unknown: countRowsWithoutRate(trip, { expenses: added, settlements: [] }),
  };
}

function useAsked(enabled: boolean) {
  const { store } = useLiveSession();
  const { data, isError, refetch } = useQuery({
    queryKey: [...tripKey(store.id), "money"],
    queryFn: ({ signal }) => readMoney(store, { signal }),
    enabled,
    placeholderData: keepPreviousData,
    // The component receives events only while it is shown, so a cached answer may be old and is read again.
    staleTime: 0,
  });
  const again = useCallback(() => void refetch(), [refetch]);
  useMoneyEvents(enabled, movesMoney, again);
  return { data, isFailed: enabled && isError, retry: again };
}

function movesMoney(op: TripEvent["op"]): boolean {
  return /^(?:expense|settlement|trip)\./.test(op);
}
