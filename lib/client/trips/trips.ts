"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import type { TripCopy } from "#lib/shared/trip-copies.ts";
import type { NewTrip, TripDto, TripFilter } from "#lib/shared/trips.ts";
import { call } from "../base/api.ts";
import { type IdempotentCreate, IdempotentCreates } from "../base/idempotent-creates.ts";
import { deleteTripFromDevice } from "../offline/device.ts";
import { tripsApi } from "../base/operations.ts";
import { confirmPageClose } from "../base/page-guard.ts";
import { callPage } from "../base/pages.ts";
import { shouldRetryRequest } from "../base/retry.ts";
import {
  dropSummary,
  prependTrip,
  rememberTrip,
  tripKey,
  type TripList,
  tripListKey,
  tripListsKey,
} from "../base/trip-cache.ts";

/** A request without an answer in this time is sent again, with the same idempotency key. */
const ANSWER_MS = 20_000;

/** The user's trips, page by page. `filter` is as in the API; when absent, all but archived and deleted trips. */
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

/**
 * Creates a trip; the caller passes the same attempt for the same trip. The answer opens the trip's page and is put at
 * the top of the lists, without another request. Until the answer comes, the browser asks before the page closes.
 */
export function useCreateTrip(): (input: NewTrip, attempt: IdempotentCreate) => Promise<TripDto> {
  const cache = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: async ({ input, id, key: idempotencyKey }: IdempotentCreate & { input: NewTrip }) => {
      const signal = AbortSignal.timeout(ANSWER_MS);
      return (await call(tripsApi.create, { body: { ...input, id } }, { idempotencyKey, signal })).data;
    },
    retry: shouldRetryRequest,
    onSuccess: (trip) => prependTrip(cache, trip),
  });
  return (input, attempt) => {
    const release = confirmPageClose();
    return mutateAsync({ input, ...attempt }).finally(release);
  };
}

type WholeTrip = typeof tripsApi.archive | typeof tripsApi.unarchive | typeof tripsApi.restore;

function useTripChange(operation: WholeTrip) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (tripId: string) => call(operation, { params: { tripId } }).then(({ data }) => data),
    onSuccess: (trip: TripDto) => {
      rememberTrip(cache, trip);
      return cache.invalidateQueries({ queryKey: tripListsKey });
    },
  });
}

/** The attempts survive the dialog: a dialog that is opened after a lost answer requests the same copy. */
const copies = new IdempotentCreates();

/** Makes an own trip from another one. The answer opens the new trip's page and is put at the top of the lists. */
export function useDuplicateTrip(tripId: string): (copy: Omit<TripCopy, "id">) => Promise<TripDto> {
  const cache = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: async ({
      copy,
      id,
      key: idempotencyKey,
    }: IdempotentCreate & { copy: Omit<TripCopy, "id"> }) => {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const input = { params: { tripId }, body: { ...copy, id } };
      return (await call(tripsApi.duplicate, input, { idempotencyKey, signal })).data;
    },
    retry: shouldRetryRequest,
    onSuccess: (trip, { copy }) => {
      copies.settle({ tripId, ...copy });
      prependTrip(cache, trip);
    },
    onError: (error, { copy }) => {
      copies.settle({ tripId, ...copy }, error);
      // The copy may have been created although no answer came: the lists show it then.
      void cache.invalidateQueries({ queryKey: tripListsKey });
    },
  });
  // The attempt is taken once for each press: its retries are the same copy, even if another press has settled the
  // attempt meanwhile.
  return (copy) => mutateAsync({ copy, ...copies.of({ tripId, ...copy }) });
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

function useLosingTrip(operation: typeof tripsApi.delete | typeof tripsApi.leave) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (tripId: string) => call(operation, { params: { tripId } }),
    onMutate: async (tripId) => {
      await cache.cancelQueries({ queryKey: tripListsKey });
      const lists = cache.getQueriesData<TripList>({ queryKey: tripListsKey });
      for (const [key, list] of lists) if (list) cache.setQueryData(key, dropSummary(list, tripId));
      return { lists };
    },
    onError: (_error, _tripId, context) => {
      for (const [key, list] of context?.lists ?? []) cache.setQueryData(key, list);
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: tripListsKey }),
    onSuccess: (_answer, tripId) => {
      cache.removeQueries({ queryKey: tripKey(tripId) });
      void deleteTripFromDevice(tripId);
    },
  });
}

/** Deletes a trip. It leaves the lists at once, and returns if that fails; its owner can restore it for 30 days. */
export function useDeleteTrip() {
  return useLosingTrip(tripsApi.delete);
}

export function useLeaveTrip() {
  return useLosingTrip(tripsApi.leave);
}
