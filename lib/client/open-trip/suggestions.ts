"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { SuggestionDto } from "#lib/shared/suggestions.ts";
import { suggestionsApi } from "../base/operations.ts";
import { callPage } from "../base/pages.ts";
import { tripKey } from "../base/trip-cache.ts";
import { useTripSession } from "./trip-context.tsx";
import { useSelectedState } from "../base/use-selected.ts";

const PAGE = 20;

export interface AnsweredSuggestions {
  /** The suggestions, newest first. */
  suggestions: SuggestionDto[];
  hasOlder: boolean;
  isPending: boolean;
  isError: boolean;
  loadOlder: () => void;
  retry: () => void;
}

/** The suggestions that were answered or withdrawn; they are read again with each new event of a suggestion. */
export function useAnsweredSuggestions(): AnsweredSuggestions {
  const { store } = useTripSession();
  const read = useCallback(() => store.recent, [store]);
  const newest = useSelectedState(
    store.changes.add,
    read,
    (recent) => recent.findLast(({ op }) => op.startsWith("suggestion."))?.seq ?? 0,
  );
  const pages = useInfiniteQuery({
    queryKey: [...tripKey(store.id), "suggestions", newest],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: PAGE, ...(cursor === null ? {} : { cursor }) };
      return callPage(suggestionsApi.list, { params: { tripId: store.id }, query }, { signal });
    },
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  const all = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  return {
    suggestions: all.filter(({ status }) => status !== "open"),
    hasOlder: pages.hasNextPage,
    isPending: pages.isPending,
    isError: pages.isError,
    loadOlder: () => void pages.fetchNextPage(),
    retry: () => void pages.refetch(),
  };
}
