"use client";

import { useQuery } from "@tanstack/react-query";
import type { ViewerConfig } from "#lib/shared/street-view.ts";
import { ApiError, call } from "./api.ts";
import { streetViewApi } from "./operations.ts";

/** As long as the previews may be kept. */
const KEPT_MS = 15 * 60_000;

export type StreetViewer = Extract<ViewerConfig, { enabled: true }>;

interface Point {
  lat: number;
  lng: number;
}

/** What a viewer of street photos needs to know; null where there are none, and until that is known. */
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
  /** Nothing is asked for before somebody can see it. */
  enabled: boolean;
}

/** The photos around a point. A search is many requests to somebody else, so only people ask again. */
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
    // Without a connection it fails at once, and says so.
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
