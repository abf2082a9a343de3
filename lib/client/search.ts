"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { SearchHit } from "#lib/shared/search.ts";
import { call } from "./api.ts";
import { searchApi } from "./operations.ts";
import { useSettled } from "./use-settled.ts";

/** Fast typing asks once. */
const PAUSE_MS = 150;
const MOST_LETTERS = 100;
const NOTHING: readonly SearchHit[] = [];

/** What the service finds in all trips of the user; empty queries ask nothing. */
export function useSearch(text: string, enabled: boolean) {
  const q = useSettled(text.trim().replaceAll(/\s+/g, " ").slice(0, MOST_LETTERS), PAUSE_MS);
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
