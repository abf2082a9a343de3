"use client";

import { type QueryState, useQuery } from "@tanstack/react-query";
import type { TripCover } from "#lib/shared/covers.ts";
import { call } from "../base/api.ts";
import { coversApi } from "../base/operations.ts";

const KEPT_MS = 24 * 60 * 60_000;
/**
 * The pauses before a cover that the service does not know yet is requested again. After the last pause, only a new
 * look at the trip requests it again.
 */
const PAUSES_MS = [35_000, 2 * 60_000, 10 * 60_000];

/** Names the trip of a cover: a trip in the version of its last change, or the trip that an invite link leads to. */
export type CoverTarget = { tripId: string; version: string } | { token: string };

/**
 * Returns the cover of a trip once `isSeen` is true. Returns undefined until the cover is known, and where it cannot be
 * read.
 */
export function useCover(of: CoverTarget, isSeen: boolean): TripCover | undefined {
  const id = coverId(of);
  const { data } = useQuery({
    queryKey: ["trip-cover", id, "version" in of ? of.version : null],
    queryFn: async ({ signal }) => {
      const asked =
        "token" in of
          ? call(coversApi.ofInvite, { params: { token: of.token } }, { signal })
          : call(coversApi.get, { params: { tripId: of.tripId } }, { signal });
      return (await asked).data;
    },
    enabled: isSeen,
    staleTime: ({ state }) => (state.data?.isPending ? Math.min(...PAUSES_MS) : KEPT_MS),
    // A trip that was changed shows its former cover until the new one is known.
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    refetchInterval: ({ state }) => coverRetryDelay(state),
    retry: false,
  });
  return data;
}

type Asking = Pick<QueryState<TripCover>, "data" | "dataUpdateCount" | "errorUpdateCount">;

/**
 * Returns the milliseconds until a cover that is not known yet is requested again; false when it is known, or was
 * requested often enough.
 */
export function coverRetryDelay({ data, dataUpdateCount, errorUpdateCount }: Asking): number | false {
  if (!data?.isPending) return false;
  return PAUSES_MS[dataUpdateCount + errorUpdateCount - 1] ?? false;
}

export function coverId(of: CoverTarget): string {
  return "token" in of ? of.token : of.tripId;
}
