"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import type { TripEvent } from "#lib/shared/events.ts";
import { compareExpenses } from "#lib/shared/expense-order.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { type Change, changeOf } from "./changes.ts";
import { endOfNewest, type ListEnd, mergeExpenses, type Since, UNCONFIRMED } from "./expense-list.ts";
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
  /** Down to here none is missing; null: none is at all. */
  until: ListEnd | null;
  isLoading: boolean;
  isFailed: boolean;
  loadMore: () => void;
  /** What has happened to them since they were opened, confirmed or not. */
  changes: readonly Since[];
}

interface Wanted {
  /** Read every page, as for a search through them. */
  all?: boolean;
  /** Otherwise there are only those that came with the trip. */
  enabled?: boolean;
}

/** The trip's expenses, live: the newest come with the trip, the others page by page. */
export function useExpenses({ all = false, enabled = true }: Wanted = {}): Expenses {
  const { store } = useTripSession();
  const { newest, count } = useTrip((trip) => ({ newest: trip.expenses, count: trip.expenseCount }));
  const isMore = newest.length < count && !store.isPast;
  const isRead = isMore && enabled;
  const { changes, touched, openedAt } = useChanges(store);
  const { data, ...query } = useInfiniteQuery({
    queryKey: [...tripKey(store.id), "expenses", openedAt],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) => readPage(store, cursor, signal),
    getNextPageParam: (page) => page.cursor,
    enabled: isRead,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  const { hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage, refetch } = query;
  const expenses = useMemo(
    () => (isRead && data ? mergeExpenses(data.pages, changes, newest) : newest),
    [isRead, data, changes, newest],
  );
  const loadMore = useCallback(() => {
    if (!isRead || isFetching) return;
    void (data ? fetchNextPage() : refetch());
  }, [isRead, isFetching, data, fetchNextPage, refetch]);
  const isWanted = all && isRead && !isError && !isFetching && hasNextPage;
  useEffect(() => {
    if (isWanted) void fetchNextPage();
  }, [isWanted, fetchNextPage]);
  // Pages of before stand in for those that are on their way, and say nothing about their end.
  const isAllRead = isRead && data !== undefined && !isPlaceholderData && !hasNextPage;
  const isComplete = newest.length >= count || isAllRead;
  const until = useMemo(() => {
    if (isComplete) return null;
    const read = isRead ? data?.pages.at(-1)?.items.at(-1) : undefined;
    return olderOf(read ?? null, endOfNewest(newest, touched)) ?? NOWHERE;
  }, [isComplete, isRead, data, newest, touched]);
  return {
    expenses,
    isComplete,
    until,
    isLoading: isRead && isFetching,
    isFailed: isRead && isError,
    loadMore,
    changes,
  };
}

/** Newer than every row. */
const NOWHERE: ListEnd = { id: "", spentOn: "9999-12-31" };

function olderOf(a: ListEnd | null, b: ListEnd | null): ListEnd | null {
  if (!a || !b) return a ?? b;
  return compareExpenses(a, b) > 0 ? a : b;
}

export interface OneExpense {
  /** null: there is none that this person may see, undefined: it is not known (yet). */
  expense: ExpenseDto | null | undefined;
  /** It is not known because the older ones could not be read. */
  isFailed: boolean;
  retry: () => void;
}

/** One of them by its id. */
export function useOneExpense(expenseId: string | null): OneExpense {
  const { store } = useTripSession();
  const near = useTrip((trip) => trip.expenses.find(({ id }) => id === expenseId));
  const isFar = expenseId !== null && !near;
  const { expenses, isComplete, isFailed, loadMore } = useExpenses({ all: isFar, enabled: isFar });
  const found = near ?? (isFar ? expenses.find(({ id }) => id === expenseId) : null);
  const isNowhere = isComplete || store.isPast;
  const expense = found === undefined && isNowhere ? null : found;
  return { expense, isFailed: expense === undefined && isFailed, retry: loadMore };
}

async function readPage(store: TripStore, cursor: string | undefined, signal: AbortSignal) {
  const input = { params: { tripId: store.id }, query: { limit: PAGE, cursor } };
  const page = await callPage(expensesApi.list, input, { signal });
  return { ...page, seq: store.seq };
}

function isAboutExpenses({ op, entity }: Change): boolean {
  return op.startsWith("expense.") || (op.startsWith("comment.") && isOfExpense(entity));
}

function isOfExpense(entity: Change["entity"]): boolean {
  return "target" in entity && entity.target.kind === "expense";
}

const eventsOf = (events: readonly TripEvent[]) =>
  events.filter((event) => event.op !== "redacted" && isAboutExpenses(event));
const madeOf = (changes: readonly Change[]) => changes.filter(isAboutExpenses);

interface Changes {
  /** Since the pages were opened, confirmed or not. */
  changes: readonly Since[];
  /** Ids of the rows that all known changes are about. */
  touched: ReadonlySet<string>;
  openedAt: number;
}

/** What has happened to expenses; the same until something happens to them again. */
function useChanges(store: TripStore): Changes {
  const readRecent = useCallback(() => store.recent, [store]);
  const readMade = useCallback(() => store.unconfirmed, [store]);
  const recent = useSelected(store.changes.add, readRecent, eventsOf);
  const made = useSelected(store.changes.add, readMade, madeOf);
  const openedAt = openingOf(store);
  return useMemo(() => {
    const told = recent.flatMap((event) =>
      changeOf(event).map((change): Since => ({ seq: event.seq, change })),
    );
    const own = made.map((change): Since => ({ seq: UNCONFIRMED, change }));
    const touched = new Set([...told, ...own].map(({ change }) => touchedBy(change)));
    return { changes: [...told.filter(({ seq }) => seq > openedAt), ...own], touched, openedAt };
  }, [recent, made, openedAt]);
}

/** A comment moves no row. */
function touchedBy({ op, entity }: Change): string {
  return op.startsWith("expense.") && "id" in entity ? entity.id : "";
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
