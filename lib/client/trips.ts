"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { NewTrip, TripDto, TripFilter } from "#lib/shared/trips.ts";
import { call } from "./api.ts";
import { newId } from "./ids.ts";
import { callPage } from "./pages.ts";
import { retryUnanswered } from "./retry.ts";
import {
  dropSummary,
  prependTrip,
  rememberTrip,
  tripKey,
  type TripList,
  tripListKey,
  tripListsKey,
} from "./trip-cache.ts";

/** The user's trips, page by page; `filter` as in the API, absent: all but archived and deleted. */
export function useTrips(filter?: TripFilter) {
  const query = useInfiniteQuery({
    queryKey: tripListKey(filter),
    initialPageParam: null,
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
      callPage(tripsApi.list, { query: { filter, cursor: pageParam ?? undefined } }, { signal }),
    getNextPageParam: ({ cursor }) => cursor,
  });
  return { ...query, trips: query.data?.pages.flatMap(({ items }) => items) ?? [] };
}

interface Attempt {
  input: NewTrip & { id: string };
  key: string;
}

/**
 * Creates a trip. Its answer opens the trip's page and heads the lists, without reading either again. The same input
 * sent again, by the user or by a retry, is the same request: it never makes a second trip.
 */
export function useCreateTrip() {
  const cache = useQueryClient();
  const last = useRef<(Attempt & { text: string }) | null>(null);
  const mutation = useMutation({
    mutationFn: async ({ input, key }: Attempt) =>
      (await call(tripsApi.create, { body: input }, { idempotencyKey: key })).data,
    retry: retryUnanswered,
    onSuccess: (trip) => {
      last.current = null;
      prependTrip(cache, trip);
    },
  });
  async function create(input: NewTrip): Promise<TripDto> {
    const text = JSON.stringify(input);
    if (last.current?.text !== text) {
      last.current = { text, key: newId(), input: { ...input, id: input.id ?? newId() } };
    }
    return mutation.mutateAsync(last.current);
  }
  return { create, isPending: mutation.isPending, error: mutation.error, reset: mutation.reset };
}

type WholeTrip = typeof tripsApi.archive | typeof tripsApi.unarchive | typeof tripsApi.restore;

function useTripChange(endpoint: WholeTrip) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (tripId: string) => call(endpoint, { params: { tripId } }).then(({ data }) => data),
    onSuccess: (trip: TripDto) => {
      rememberTrip(cache, trip);
      return cache.invalidateQueries({ queryKey: tripListsKey });
    },
  });
}

export function useArchiveTrip() {
  return useTripChange(tripsApi.archive);
}

export function useUnarchiveTrip() {
  return useTripChange(tripsApi.unarchive);
}

export function useRestoreTrip() {
  return useTripChange(tripsApi.restore);
}

function useLosingTrip(endpoint: typeof tripsApi.delete | typeof tripsApi.leave) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (tripId: string) => call<Endpoint & typeof endpoint>(endpoint, { params: { tripId } }),
    onMutate: async (tripId) => {
      await cache.cancelQueries({ queryKey: tripListsKey });
      const lists = cache.getQueriesData<TripList>({ queryKey: tripListsKey });
      for (const [key, list] of lists) if (list) cache.setQueryData(key, dropSummary(list, tripId));
      return { lists };
    },
    onError: (_error, _tripId, context) => {
      for (const [key, list] of context?.lists ?? []) cache.setQueryData(key, list);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: tripListsKey }),
    onSuccess: (_answer, tripId) => cache.removeQueries({ queryKey: tripKey(tripId) }),
  });
}

/** The trip leaves the lists at once and comes back if that fails; its owner can restore it for 30 days. */
export function useDeleteTrip() {
  return useLosingTrip(tripsApi.delete);
}

export function useLeaveTrip() {
  return useLosingTrip(tripsApi.leave);
}
