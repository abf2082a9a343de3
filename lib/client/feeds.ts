"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FeedDto, FeedScope } from "#lib/shared/feeds.ts";
import { call } from "./api.ts";
import { Attempts } from "./attempts.ts";
import { feedsApi } from "./operations.ts";
import { retryUnanswered } from "./retry.ts";
import { tripKey } from "./trip-cache.ts";

const feedsKey = (tripId: string) => [...tripKey(tripId), "feeds"] as const;

/** The caller's own calendar addresses of a trip. */
export function useFeeds(tripId: string) {
  return useQuery({
    queryKey: feedsKey(tripId),
    queryFn: async ({ signal }) => (await call(feedsApi.list, { params: { tripId } }, { signal })).data,
  });
}

/** Asked again after a failure, it is the same address. */
export function useCreateFeed(tripId: string) {
  const cache = useQueryClient();
  const [attempts] = useState(() => new Attempts());
  return useMutation({
    mutationFn: async (scope: FeedScope): Promise<FeedDto> => {
      const { id, key: idempotencyKey } = attempts.of({ scope });
      const body = { id, scope };
      return (await call(feedsApi.create, { params: { tripId }, body }, { idempotencyKey })).data;
    },
    retry: retryUnanswered,
    onSuccess: (feed, scope) => {
      attempts.settle({ scope });
      cache.setQueryData<FeedDto[]>(feedsKey(tripId), (feeds) => [
        ...(feeds ?? []).filter(({ id }) => id !== feed.id),
        feed,
      ]);
      // One that is being read after a failure before may be older.
      void cache.invalidateQueries({ queryKey: feedsKey(tripId) });
    },
    onError: (error, scope) => {
      attempts.settle({ scope }, error);
      // It may have been made all the same: then the list has it.
      void cache.invalidateQueries({ queryKey: feedsKey(tripId) });
    },
  });
}

/** Gone from the list at once; comes back if revoking fails. */
export function useRevokeFeed(tripId: string) {
  const cache = useQueryClient();
  const key = feedsKey(tripId);
  return useMutation({
    mutationFn: (feedId: string) => call(feedsApi.revoke, { params: { tripId, feedId } }),
    onMutate: async (feedId) => {
      await cache.cancelQueries({ queryKey: key });
      const before = cache.getQueryData<FeedDto[]>(key);
      cache.setQueryData<FeedDto[]>(key, (feeds) => feeds?.filter(({ id }) => id !== feedId));
      return { before };
    },
    onError: (_error, _feedId, context) => cache.setQueryData(key, context?.before),
    onSettled: () => void cache.invalidateQueries({ queryKey: key }),
  });
}
