"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { formatCoordinates } from "#lib/shared/coordinates.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { readTypedPoint } from "#lib/shared/typed-point.ts";
import { call } from "./api.ts";
import { placesApi } from "./operations.ts";
import { typedPart } from "./typed-part.ts";
import { useSettled } from "./use-settled.ts";

/** Fast typing asks once. */
const PAUSE_MS = 120;
const KEPT_MS = 10 * 60_000;
/** Links of maps are long, and cut off they say another point. */
const MOST_LETTERS = 2000;
const NOTHING: readonly PlaceDto[] = [];

interface PlaceSearch {
  /** Places near this trip come first; null: before there is one. */
  tripId: string | null;
  /** Of the page; the names come in it. */
  language: string;
  enabled?: boolean;
}

export interface FoundPlaces {
  places: readonly PlaceDto[];
  isBusy: boolean;
  isFailed: boolean;
  /** The service has answered for this very text. */
  isAnswered: boolean;
}

/**
 * Places by what is typed. Until the answer is there, those of the answer before that still fit stay; coordinates and
 * the links of maps are understood here, without a connection too.
 */
export function usePlaces(text: string, { tripId, language, enabled = true }: PlaceSearch): FoundPlaces {
  const typed = text.trim().replaceAll(/\s+/g, " ").slice(0, MOST_LETTERS);
  const q = useSettled(typed, PAUSE_MS);
  const wanted = enabled && typed !== "";
  const query = useQuery({
    queryKey: ["places", tripId, language, q],
    queryFn: ({ signal }) => findPlaces(q, tripId, signal),
    enabled: wanted && q !== "",
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    // Without a connection it fails at once, and the text is used as it is.
    networkMode: "always",
    retry: false,
  });
  const isAnswered = wanted && q === typed && query.data !== undefined && !query.isPlaceholderData;
  const { data } = query;
  const places = useMemo(() => {
    if (!wanted) return NOTHING;
    const found = isAnswered ? (data ?? NOTHING) : (data ?? NOTHING).filter((place) => fits(place, typed));
    const point = found.length === 0 ? pointOf(typed) : null;
    return point ? [point] : found;
  }, [data, isAnswered, typed, wanted]);
  return {
    places,
    isBusy: wanted && (query.isFetching || q !== typed),
    isFailed: wanted && query.isError && q === typed,
    isAnswered,
  };
}

async function findPlaces(q: string, tripId: string | null, signal: AbortSignal): Promise<PlaceDto[]> {
  const answer =
    tripId === null
      ? await call(placesApi.search, { query: { q } }, { signal })
      : await call(placesApi.searchForTrip, { params: { tripId }, query: { q } }, { signal });
  return answer.data;
}

function fits({ name, alsoKnownAs = "", code = "" }: PlaceDto, typed: string): boolean {
  return [name, alsoKnownAs, code].some((word) => typedPart(word, typed) > 0);
}

function pointOf(typed: string): PlaceDto | null {
  const found = readTypedPoint(typed);
  if (!found) return null;
  const { point, isView } = found;
  const name = formatCoordinates(point);
  return { placeRef: `geo:${point.lat},${point.lng}`, name, kind: "point", ...point, isView, ...UNKNOWN };
}
const UNKNOWN = { countryCode: null, source: "", attribution: "" };

/** Whose clocks a point goes by; null until that is known, and where nobody lives. */
export function usePlaceZone(point: { lat: number; lng: number } | null, tripId: string): string | null {
  const q = point ? `${point.lat},${point.lng}` : "";
  const query = useQuery({
    queryKey: ["places", tripId, "zone", q],
    queryFn: ({ signal }) => findPlaces(q, tripId, signal),
    enabled: q !== "",
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  return query.data?.find(({ timezone }) => timezone !== undefined)?.timezone ?? null;
}
