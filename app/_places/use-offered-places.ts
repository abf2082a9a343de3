"use client";

import { useLocale } from "next-intl";
import { useMemo } from "react";
import { type FoundPlaces, usePlaces } from "#lib/client/places/places.ts";
import {
  matchingPlanned,
  type OfferedPlace,
  plannedPlaces,
  withoutPlanned,
} from "#lib/client/places/planned-places.ts";
import { isLink } from "./is-link.ts";
import { useIsEmbeddedSearch } from "./place-source.tsx";
import { useTripPlaces } from "./trip-places.tsx";

const MOST_PLANNED = 3;

interface Offer {
  tripId: string | null;
  enabled: boolean;
  /** Maximum number of results of the search. */
  most: number;
}

export interface OfferedPlaces extends Omit<FoundPlaces, "places"> {
  places: readonly OfferedPlace[];
}

/**
 * Returns the matching places of the plan, which are found immediately and without a connection, and below them the
 * results of the search.
 */
export function useOfferedPlaces(text: string, { tripId, enabled, most }: Offer): OfferedPlaces {
  // The embedded gazetteer answers first, but it can't know the target of a link.
  const early = !useIsEmbeddedSearch() && !isLink(text);
  const { plan } = useTripPlaces();
  const { places, ...found } = usePlaces(text, { tripId, language: useLocale(), enabled, early });
  const isAsked = enabled && text.trim() !== "";
  const all = useMemo(() => (plan && isAsked ? plannedPlaces(plan) : []), [plan, isAsked]);
  const offered = useMemo(() => {
    const planned = matchingPlanned(all, text).slice(0, MOST_PLANNED);
    return [...planned, ...withoutPlanned(places, planned).slice(0, most)];
  }, [all, text, places, most]);
  return { ...found, places: offered };
}
