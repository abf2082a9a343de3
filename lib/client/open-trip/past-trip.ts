"use client";

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../base/api.ts";
import { tripsApi } from "../base/operations.ts";
import { tripKey } from "../base/trip-cache.ts";
import { useLiveSession, useShowPast } from "./trip-context.tsx";

/**
 * Shows the trip as it was after the event `seq` for as long as the caller is mounted. Between two moments the former
 * one stays visible.
 */
export function usePastTrip(seq: number | null) {
  const tripId = useLiveSession().store.id;
  const showPast = useShowPast();
  const read = useQuery({
    queryKey: [...tripKey(tripId), "asOf", seq],
    queryFn: async ({ signal }) => {
      const query = { seq: seq ?? 1 };
      return (await call(tripsApi.snapshot, { params: { tripId }, query }, { signal })).data;
    },
    enabled: seq !== null,
    // A past state does not change; only who may read it can change.
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const { data } = read;
  useEffect(() => {
    if (data) showPast(data);
  }, [data, showPast]);
  useEffect(() => () => showPast(null), [showPast]);
  const isPending = read.isPending || read.isPlaceholderData;
  return { shownSeq: data?.seq ?? null, isPending, isError: read.isError, retry: () => void read.refetch() };
}

/** Finds the seq of the trip's last event at an instant. Rejects when the trip did not exist yet. */
export function useSeqAt() {
  const tripId = useLiveSession().store.id;
  const { mutateAsync } = useMutation({
    mutationFn: async (at: string) => {
      const { data } = await call(tripsApi.snapshot, { params: { tripId }, query: { at } });
      return data.seq;
    },
  });
  return mutateAsync;
}
