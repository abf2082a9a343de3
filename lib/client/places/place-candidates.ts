"use client";

import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { foldText } from "#lib/shared/fold.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { call } from "../base/api.ts";
import { placesApi } from "../base/operations.ts";

const KEPT_MS = 10 * 60_000;
/** How many names are searched at the same time. */
const AT_ONCE = 2;
const MOST_FOUND = 5;

/** The places that a name may mean. */
export interface NameMatches {
  name: string;
  places: readonly PlaceDto[];
  isPending: boolean;
  isFailed: boolean;
}

/** Searches places near a trip for many names, two at a time. The results are in the order of the names. */
export function usePlacesByName(names: readonly string[], tripId: string, language: string): NameMatches[] {
  const [asked, setAsked] = useState(AT_ONCE);
  const results = useQueries({
    queries: names.map((q, index) => ({
      queryKey: ["places", tripId, language, q, "candidates"],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = { q, limit: MOST_FOUND };
        return (await call(placesApi.searchForTrip, { params: { tripId }, query }, { signal })).data;
      },
      enabled: index < asked,
      staleTime: KEPT_MS,
      networkMode: "always" as const,
      retry: false,
    })),
  });
  const wanted = results.filter(({ isPending }) => !isPending).length + AT_ONCE;
  if (wanted > asked) setAsked(wanted);
  return results.map(({ data = [], isPending, isError }, index) => ({
    name: names[index] ?? "",
    places: data,
    isPending,
    isFailed: isError,
  }));
}

/** Returns the place that has exactly this name, if there is one: it may be chosen without asking anybody. */
export function exactMatch({ name, places }: NameMatches): PlaceDto | null {
  const wanted = foldText(name);
  return (
    places.find((place) =>
      [place.name, place.alsoKnownAs].some((known) => known && foldText(known) === wanted),
    ) ?? null
  );
}
