"use client";

import { useQuery } from "@tanstack/react-query";
import type { TripWeather } from "#lib/shared/weather.ts";
import { call } from "../base/api.ts";
import { weatherApi } from "../base/operations.ts";

/** For this long the known weather is not requested again; the weather service computes a forecast every few hours. */
const FRESH_MS = 60 * 60_000;
/** How long the hook waits before it repeats a request whose answer was still pending at the service. */
const AGAIN_MS = 35_000;

interface WeatherQuestion {
  tripId: string;
  /** Names the dates and places of the days, so that other changes of the trip cause no request. */
  about: string;
  enabled: boolean;
}

/** Returns the weather of a trip's days; undefined until it is known, and where it cannot be read. */
export function useTripWeather({ tripId, about, enabled }: WeatherQuestion): TripWeather | undefined {
  const { data } = useQuery({
    queryKey: ["weather", tripId, about],
    queryFn: async ({ signal }) => (await call(weatherApi.ofTrip, { params: { tripId } }, { signal })).data,
    enabled,
    staleTime: FRESH_MS,
    placeholderData: (before, query) => (query?.queryKey[1] === tripId ? before : undefined),
    refetchInterval: ({ state }) => (state.data?.isPending ? AGAIN_MS : false),
    retry: false,
  });
  return data;
}
