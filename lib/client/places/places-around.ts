"use client";

import { useQuery } from "@tanstack/react-query";
import type { AroundQuery, PlacesAround } from "#lib/shared/places-around.ts";
import { call } from "../base/api.ts";
import { placesApi } from "../base/operations.ts";

/** Answers contain today's opening hours, so they are cached only this long. */
const KEPT_MS = 30 * 60_000;
/** How long the hook waits before it repeats a request that failed or had an incomplete answer. */
const AGAIN_MS = 35_000;

interface AroundQuestion {
  tripId: string;
  /** What is searched in which part of the map; null when nobody searches places around. */
  query: AroundQuery | null;
  /** The page's language, in which the names are written. */
  language: string;
}

export interface AroundAnswer {
  answer: PlacesAround | undefined;
  /** `late`: the service is busy or pauses its requests, and the hook asks again by itself. */
  state: "asked" | "late" | "known";
}

/** Returns the places of a category in a part of the map. */
export function usePlacesAround({ tripId, query, language }: AroundQuestion): AroundAnswer {
  const { data, isError } = useQuery({
    queryKey: ["places-around", tripId, language, query],
    queryFn: async ({ signal }) => {
      if (!query) throw new Error("Nobody looks around.");
      return (await call(placesApi.around, { params: { tripId }, query }, { signal })).data;
    },
    enabled: query !== null,
    staleTime: ({ state }) => (state.data?.isPending ? 0 : KEPT_MS),
    refetchInterval: ({ state }) => (state.data?.isPending || state.status === "error" ? AGAIN_MS : false),
    refetchOnWindowFocus: false,
    // Without a connection the request fails at once, and the state shows it.
    networkMode: "always",
    retry: false,
  });
  if (query === null) return { answer: undefined, state: "known" };
  const isLate = isError || data?.isPending === true;
  return { answer: data, state: isLate ? "late" : data ? "known" : "asked" };
}
