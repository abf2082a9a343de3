"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import type { TripEvent } from "#lib/shared/events.ts";
import { compareExpenses } from "#lib/shared/expense-order.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { type Change, changesOfEvent } from "../writes/changes.ts";
import {
  oldestUntouchedExpense,
  type ListEnd,
  mergeExpenses,
  type ChangeWithSeq,
  UNCONFIRMED,
} from "./expense-list.ts";
import { expensesApi } from "../base/operations.ts";
import { callPage } from "../base/pages.ts";
import { tripKey } from "../base/trip-cache.ts";
import { useTrip, useTripSession } from "../open-trip/trip-context.tsx";
import type { TripStore } from "../sync/trip-store.ts";
import { useSelectedState } from "../base/use-selected.ts";

const PAGE = 200;

export interface Expenses {
  /** The expenses, newest day first, with this person's own unconfirmed writes applied. */
  expenses: readonly ExpenseDto[];
  /** Whether all expenses that this person may see are in the list. */
  isComplete: boolean;
  /** The row down to which no expense is missing; null when none is missing at all. */
  until: ListEnd | null;
  isLoading: boolean;
  isFailed: boolean;
  loadMore: () => void;
  /** The changes of expenses since their pages were opened, confirmed or not. */
  changes: readonly ChangeWithSeq[];
}

interface Wanted {
  /** Reads every page, as for a search through the expenses. */
  all?: boolean;
  /** When false, the list has only the expenses that came with the trip. */
  enabled?: boolean;
}

/** The trip's expenses, with live updates: the newest come with the trip, the others page by page. */
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
  // While new pages load, the former pages are shown, and they do not say where the new list ends.
  const isAllRead = isRead && data !== undefined && !isPlaceholderData && !hasNextPage;
  const isComplete = newest.length >= count || isAllRead;
  const until = useMemo(() => {
    if (isComplete) return null;
    const read = isRead ? data?.pages.at(-1)?.items.at(-1) : undefined;
    return olderOf(read ?? null, oldestUntouchedExpense(newest, touched)) ?? NOWHERE;
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

/** A list end that is newer than every row. */
const NOWHERE: ListEnd = { id: "", spentOn: "9999-12-31" };

function olderOf(a: ListEnd | null, b: ListEnd | null): ListEnd | null {
  if (!a || !b) return a ?? b;
  return compareExpenses(a, b) > 0 ? a : b;
}

export interface OneExpense {
  /** The expense; null when there is none with this id that the user may see, undefined while that is not known. */
  expense: ExpenseDto | null | undefined;
  /** Whether the expense is unknown because the older expenses could not be read. */
  isFailed: boolean;
  retry: () => void;
}

/** Returns one expense by its id. */
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
  /** The changes since the pages were opened, confirmed or not. */
  changes: readonly ChangeWithSeq[];
  /** The ids of the rows that the known changes are about. */
  touched: ReadonlySet<string>;
  openedAt: number;
}

/** Returns the changes of expenses. The object stays the same until the next change of an expense. */
function useChanges(store: TripStore): Changes {
  const readRecent = useCallback(() => store.recent, [store]);
  const readMade = useCallback(() => store.unconfirmed, [store]);
  const recent = useSelectedState(store.changes.add, readRecent, eventsOf);
  const made = useSelectedState(store.changes.add, readMade, madeOf);
  const openedAt = openingOf(store);
  return useMemo(() => {
    const told = recent.flatMap((event) =>
      changesOfEvent(event).map((change): ChangeWithSeq => ({ seq: event.seq, change })),
    );
    const own = made.map((change): ChangeWithSeq => ({ seq: UNCONFIRMED, change }));
    const touched = new Set([...told, ...own].map(({ change }) => touchedBy(change)));
    return { changes: [...told.filter(({ seq }) => seq > openedAt), ...own], touched, openedAt };
  }, [recent, made, openedAt]);
}

/** A comment does not move its expense in the list, so it counts as touching no row. */
function touchedBy({ op, entity }: Change): string {
  return op.startsWith("expense.") && "id" in entity ? entity.id : "";
}

const openings = new WeakMap<TripStore, number>();

/**
 * Returns the seq from which on changes are applied to the pages. It becomes a newer seq once the store no longer holds
 * all events since the former one.
 */
function openingOf(store: TripStore): number {
  const known = openings.get(store);
  const oldest = store.recent[0]?.seq ?? store.seq + 1;
  if (known !== undefined && oldest <= known + 1) return known;
  openings.set(store, store.seq);
  return store.seq;
}
