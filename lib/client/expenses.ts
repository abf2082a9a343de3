"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import type { TripEvent } from "#lib/shared/events.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { type Change, changeOf } from "./changes.ts";
import { mergeExpenses } from "./expense-list.ts";
import { expensesApi } from "./operations.ts";
import { callPage } from "./pages.ts";
import { tripKey } from "./trip-cache.ts";
import { useTrip, useTripSession } from "./trip-context.tsx";
import type { TripStore } from "./trip-store.ts";
import { useSelected } from "./use-selected.ts";

const PAGE = 200;

export interface Expenses {
  /** Newest day first, with this person's own unconfirmed writes in them. */
  expenses: readonly ExpenseDto[];
  /** All that this person may see are among them. */
  isComplete: boolean;
  isLoading: boolean;
  isFailed: boolean;
  loadMore: () => void;
}

/**
 * The trip's expenses, live: the newest come with the trip, the others page by page.
 * @param all read every page, as for a search through them
 */
export function useExpenses({ all = false }: { all?: boolean } = {}): Expenses {
  const { store } = useTripSession();
  const { newest, count } = useTrip((trip) => ({ newest: trip.expenses, count: trip.expenseCount }));
  const isMore = newest.length < count && !store.isPast;
  const { changes, openedAt } = useChanges(store);
  const { data, ...query } = useInfiniteQuery({
    queryKey: [...tripKey(store.id), "expenses", openedAt],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => readPage(store.id, cursor, signal),
    getNextPageParam: (page) => page.cursor,
    enabled: isMore,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  const expenses = useMemo(() => {
    if (!isMore || !data) return newest;
    return mergeExpenses(
      data.pages.map(({ items }) => items),
      changes,
      newest,
    );
  }, [isMore, data, changes, newest]);
  const loadMore = useCallback(() => {
    if (!isMore || isFetching) return;
    void (data ? fetchNextPage() : refetch());
  }, [isMore, isFetching, data, fetchNextPage, refetch]);
  const isWanted = all && isMore && !isError && !isFetching && hasNextPage;
  useEffect(() => {
    if (isWanted) void fetchNextPage();
  }, [isWanted, fetchNextPage]);
  const isComplete = newest.length >= count || (isMore && data !== undefined && !hasNextPage);
  return { expenses, isComplete, isLoading: isMore && isFetching, isFailed: isMore && isError, loadMore };
}

/** One of them by its id; null: there is none that this person may see, undefined: it is still being looked for. */
export function useExpense(expenseId: string | null): ExpenseDto | null | undefined {
  const near = useTrip((trip) => trip.expenses.find(({ id }) => id === expenseId));
  const { expenses, isComplete, isFailed } = useExpenses({ all: expenseId !== null && !near });
  if (expenseId === null) return null;
  const found = near ?? expenses.find(({ id }) => id === expenseId);
  return found ?? (isComplete || isFailed ? null : undefined);
}

async function readPage(tripId: string, cursor: string | undefined, signal: AbortSignal) {
  const input = { params: { tripId }, query: { limit: PAGE, cursor } };
  return callPage(expensesApi.list, input, { signal });
}

const recentOf = (events: readonly TripEvent[]) => events;
const madeOf = (changes: readonly Change[]) => changes;

/** What has happened since the pages were opened, confirmed or not. */
function useChanges(store: TripStore): { changes: readonly Change[]; openedAt: number } {
  const readRecent = useCallback(() => store.recent, [store]);
  const readMade = useCallback(() => store.unconfirmed, [store]);
  const recent = useSelected(store.changes.add, readRecent, recentOf);
  const made = useSelected(store.changes.add, readMade, madeOf);
  const openedAt = openingOf(store);
  const changes = useMemo(
    () => [...recent.filter(({ seq }) => seq > openedAt).flatMap(changeOf), ...made],
    [recent, made, openedAt],
  );
  return { changes, openedAt };
}

const openings = new WeakMap<TripStore, number>();

/** The seq from which on changes are laid over what is read; a newer one once the store no longer has all since then. */
function openingOf(store: TripStore): number {
  const known = openings.get(store);
  const oldest = store.recent[0]?.seq ?? store.seq + 1;
  if (known !== undefined && oldest <= known + 1) return known;
  openings.set(store, store.seq);
  return store.seq;
}
