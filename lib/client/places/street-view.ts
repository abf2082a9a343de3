"use client";

import { useQuery } from "@tanstack/react-query";
import type { ViewerConfig } from "#lib/shared/street-view.ts";
import { ApiError, call } from "../base/api.ts";
import { streetViewApi } from "../base/operations.ts";

/** The time for which the answer of a search for photos is cached, because previews may be cached for this long. */
const KEPT_MS = 15 * 60_000;

export type StreetViewer = Extract<ViewerConfig, { enabled: true }>;

interface Point {
  lat: number;
  lng: number;
}

/** Returns the settings of the street photo viewer; null where there is none, and until they are known. */
export function useStreetViewer(tripId: string, wanted: boolean): StreetViewer | null {
  const query = useQuery({
    queryKey: ["street-view", tripId],
    queryFn: async ({ signal }) =>
      (await call(streetViewApi.viewerConfig, { params: { tripId } }, { signal })).data,
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  return wanted && query.data?.enabled ? query.data : null;
}

interface PhotoSearch extends Point {
  tripId: string;
  radiusMeters: number;
  /** Whether the photos are requested; false until they can be visible. */
  enabled: boolean;
}

/**
 * The photos around a point. A search causes many requests to another provider, so it is repeated only when a person
 * asks.
 */
export function useStreetPhotos({ tripId, lat, lng, radiusMeters, enabled }: PhotoSearch) {
  const query = useQuery({
    queryKey: ["street-view", tripId, lat, lng, radiusMeters],
    queryFn: async ({ signal }) => {
      const input = { params: { tripId }, query: { lat, lng, radiusMeters } };
      return (await call(streetViewApi.search, input, { signal })).data;
    },
    enabled,
    staleTime: KEPT_MS,
    refetchOnWindowFocus: false,
    // Without a connection the request fails at once, and the state shows it.
    networkMode: "always",
    retry: false,
  });
  return {
    found: query.data ?? null,
    isBusy: query.isFetching,
    isFailed: query.isError && !query.isFetching && query.data === undefined,
    isOff: query.error instanceof ApiError && query.error.body.code === "STREET_VIEW_DISABLED",
    retry: () => void query.refetch(),
  };
}
