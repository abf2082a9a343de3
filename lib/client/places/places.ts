"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { formatCoordinates } from "#lib/shared/coordinates.ts";
import type { PlaceDto, PlaceSource } from "#lib/shared/places.ts";
import type { TypedPoint } from "#lib/shared/typed-point.ts";
import { isLinkProblem, type LinkProblem } from "#lib/shared/link-problems.ts";
import { ApiError, call } from "../base/api.ts";
import { type PlacesAnswers, provisionalPlaces } from "./awaited-places.ts";
import { mergeShownRows, type ShownRows } from "./keep-shown.ts";
import { placesApi } from "../base/operations.ts";
import { usePointReader } from "./point-reader.ts";
import { useDebouncedValue } from "../base/use-settled.ts";

/** The search waits this long for further typing, so that fast typing causes one request. */
const PAUSE_MS = 120;
const KEPT_MS = 10 * 60_000;
/**
 * The maximum length of a search text. It is large because links of map services are long, and a link that is cut means
 * another point.
 */
const MOST_LETTERS = 2000;
const NOTHING: readonly PlaceDto[] = [];

interface PlaceSearch {
  /** The trip near which places come first; null before there is one. */
  tripId: string | null;
  /** The page's language, in which the names are written. */
  language: string;
  enabled?: boolean;
  /** Whether the gazetteer is also requested on its own: it answers before the map search does. */
  early?: boolean;
}

export interface FoundPlaces {
  places: readonly PlaceDto[];
  isBusy: boolean;
  isFailed: boolean;
  /** Why the pasted link gives no place. */
  problem: LinkProblem | null;
  /** Whether the service has answered for exactly this text. */
  isAnswered: boolean;
  /** Whether the map search failed, so that more places may exist than were found. */
  isPartial: boolean;
}

/**
 * Searches places by a typed text. Until the answer comes, the places of the former answer that still match stay. The
 * client itself reads coordinates and links of map services, also without a connection. A place that was shown keeps
 * its position.
 */
export function usePlaces(
  text: string,
  { tripId, language, enabled = true, early = false }: PlaceSearch,
): FoundPlaces {
  const typed = text.trim().replaceAll(/\s+/g, " ").slice(0, MOST_LETTERS);
  const q = useDebouncedValue(typed, PAUSE_MS);
  const wanted = enabled && typed !== "";
  const asked = { q, tripId, language, enabled: wanted && q !== "" };
  const all = useAnswers({ ...asked, from: "all" });
  const embedded = useAnswers({ ...asked, from: "embedded", enabled: asked.enabled && early });
  const isTyped = wanted && q === typed;
  const answers = {
    all: isTyped ? all.answer : undefined,
    embedded: isTyped ? embedded.answer : undefined,
    before: all.before ?? embedded.before,
    isFailed: all.isError,
  };
  const places = useShown(wanted ? typed : "", answers);
  return {
    places,
    isBusy: wanted && (all.isFetching || q !== typed),
    isFailed: isTyped && all.isError,
    problem: isTyped ? problemOf(all.error) : null,
    isAnswered: answers.all !== undefined,
    isPartial: isTyped && all.isPartial,
  };
}

function useAnswers({ q, tripId, language, enabled, from }: Asked & { language: string; enabled: boolean }) {
  const query = useQuery({
    queryKey: ["places", tripId, language, q, from],
    queryFn: ({ signal }) => findPlaces({ q, tripId, from }, signal),
    enabled,
    placeholderData: keepPreviousData,
    // A partial answer is requested again at the next look, because the new answer may contain the missing results.
    staleTime: ({ state }) => (state.data?.isPartial ? 0 : KEPT_MS),
    gcTime: KEPT_MS,
    // Without a connection the request fails at once, and the text is used as it is.
    networkMode: "always",
    retry: false,
  });
  const { data, dataUpdatedAt: at, isPlaceholderData, isError, error, isFetching } = query;
  const answer = useMemo(
    () => (data === undefined || isPlaceholderData ? undefined : { places: data.places, at }),
    [data, at, isPlaceholderData],
  );
  const isPartial = answer !== undefined && data?.isPartial === true;
  return { answer, before: data?.places, isPartial, isError, error, isFetching };
}

function problemOf(error: Error | null): LinkProblem | null {
  const named = error instanceof ApiError ? error.body.details?.["link"] : undefined;
  return isLinkProblem(named) ? named : null;
}

/** Returns the places to show for a text, from the answers so far; none for an empty text. */
function useShown(typed: string, { all, embedded, before, isFailed }: PlacesAnswers): readonly PlaceDto[] {
  const [shown, setShown] = useState<ShownRows<PlaceDto>>(NOTHING_SHOWN);
  const readPoint = usePointReader();
  const found = useMemo(() => {
    if (typed === "") return NOTHING;
    const places = all?.places ?? provisionalPlaces({ embedded, before, isFailed }, typed);
    const point = places.length === 0 ? readPoint?.(typed) : null;
    return point ? [placeOf(point)] : places;
  }, [all, embedded, before, isFailed, typed, readPoint]);
  const at = all?.at ?? embedded?.at ?? null;
  const next = mergeShownRows(shown, { text: typed, found, at }, ({ placeRef }) => placeRef);
  if (next !== shown) setShown(next);
  return next.rows;
}
const NOTHING_SHOWN: ShownRows<PlaceDto> = { text: "", found: NOTHING, rows: NOTHING, since: null };

interface Asked {
  q: string;
  tripId: string | null;
  from?: PlaceSource;
}

interface Found {
  places: PlaceDto[];
  isPartial: boolean;
}

async function findPlaces({ q, tripId, from = "all" }: Asked, signal: AbortSignal): Promise<Found> {
  const query = from === "all" ? { q } : { q, from };
  const answer =
    tripId === null
      ? await call(placesApi.search, { query }, { signal })
      : await call(placesApi.searchForTrip, { params: { tripId }, query }, { signal });
  return { places: answer.data, isPartial: answer.partial !== undefined };
}

function placeOf({ point, isView }: TypedPoint): PlaceDto {
  const name = formatCoordinates(point);
  return { placeRef: `geo:${point.lat},${point.lng}`, name, kind: "point", ...point, isView, ...UNKNOWN };
}
const UNKNOWN = { countryCode: null, source: "", attribution: "" };

/** Returns the time zone of a point; null until it is known, and where nobody lives. */
export function usePlaceZone(point: { lat: number; lng: number } | null, tripId: string): string | null {
  const q = point ? `${point.lat},${point.lng}` : "";
  const query = useQuery({
    queryKey: ["places", tripId, "zone", q],
    queryFn: ({ signal }) => findPlaces({ q, tripId }, signal),
    enabled: q !== "",
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  return query.data?.places.find(({ timezone }) => timezone !== undefined)?.timezone ?? null;
}
