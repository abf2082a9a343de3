"use client";

import { useQuery } from "@tanstack/react-query";
import type { PlaceAbout, PlaceAboutQuery, PlannedHours } from "#lib/shared/place-about.ts";
import { call } from "../base/api.ts";
import { placesApi } from "../base/operations.ts";

const KEPT_MS = 24 * 60 * 60_000;
/** How long the hook waits before it repeats a request whose answer was still pending at the service. */
const AGAIN_MS = 35_000;

interface AboutQuestion {
  tripId: string;
  /** The place that somebody looks at; null when nobody looks at one. */
  place: PlaceAboutQuery | null;
  /** The page's language, in which the paragraph is written. */
  language: string;
}

/**
 * Returns a description of a place that somebody looks at; undefined until it is known, and where it cannot be read.
 */
export function usePlaceAbout({ tripId, place, language }: AboutQuestion): PlaceAbout | undefined {
  const { data } = useQuery({
    queryKey: ["place-about", tripId, language, place],
    queryFn: async ({ signal }) => {
      if (!place) throw new Error("Nobody looks at a place.");
      return (await call(placesApi.about, { params: { tripId }, query: place }, { signal })).data;
    },
    enabled: place !== null,
    staleTime: KEPT_MS,
    refetchInterval: ({ state }) => (state.data?.isPending ? AGAIN_MS : false),
    retry: false,
  });
  return data;
}

interface HoursQuestion {
  tripId: string;
  /** Names the places and their dates, so that other changes of the trip cause no request. */
  about: string;
  enabled: boolean;
}

/** Returns the opening hours of a plan's places; undefined until they are known, and where they cannot be read. */
export function usePlannedHours({ tripId, about, enabled }: HoursQuestion): PlannedHours | undefined {
  const { data } = useQuery({
    queryKey: ["planned-hours", tripId, about],
    queryFn: async ({ signal }) =>
      (await call(placesApi.plannedHours, { params: { tripId } }, { signal })).data,
    enabled,
    staleTime: KEPT_MS,
    placeholderData: (before, query) => (query?.queryKey[1] === tripId ? before : undefined),
    refetchInterval: ({ state }) => (state.data?.isPending ? AGAIN_MS : false),
    retry: false,
  });
  return data;
}
