"use client";

import { useQuery } from "@tanstack/react-query";
import type { PlaceAbout, PlaceAboutQuery, PlannedHours } from "#lib/shared/place-about.ts";
import { call } from "./api.ts";
import { placesApi } from "./operations.ts";

const KEPT_MS = 24 * 60 * 60_000;
/** By then the service may have been answered. */
const AGAIN_MS = 35_000;

interface AboutQuestion {
  tripId: string;
  /** null: nobody looks at a place. */
  place: PlaceAboutQuery | null;
  /** Of the page; the paragraph comes in it. */
  language: string;
}

/** What a place is, as somebody looks at it; undefined until it is known, and where it cannot be had. */
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
  /** Which places on which dates: what else changes in the trip asks for nothing. */
  about: string;
  enabled: boolean;
}

/** When the places of a plan are open; undefined until it is known, and where it cannot be had. */
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
