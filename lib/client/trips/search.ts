"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { SearchHit } from "#lib/shared/search.ts";
import { call } from "../base/api.ts";
import { searchApi } from "../base/operations.ts";
import { useDebouncedValue } from "../base/use-settled.ts";

/** The search waits this long for further typing, so that fast typing causes one request. */
const PAUSE_MS = 150;
const MOST_LETTERS = 100;
const NOTHING: readonly SearchHit[] = [];

/** Searches all trips of the user; an empty text causes no request. */
export function useSearch(text: string, enabled: boolean) {
  const q = useDebouncedValue(text.trim().replaceAll(/\s+/g, " ").slice(0, MOST_LETTERS), PAUSE_MS);
  const wanted = enabled && q !== "";
  const query = useQuery({
    queryKey: ["search", q],
    queryFn: async ({ signal }) => (await call(searchApi.find, { query: { q } }, { signal })).data,
    enabled: wanted,
    placeholderData: keepPreviousData,
    retry: 1,
  });
  return {
    hits: wanted ? (query.data ?? NOTHING) : NOTHING,
    isBusy: wanted && (query.isFetching || q !== text.trim()),
    isFailed: wanted && query.isError,
    retry: () => void query.refetch(),
  };
}
