"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FeedDto, FeedScope } from "#lib/shared/feeds.ts";
import { call } from "../base/api.ts";
import { IdempotentCreates } from "../base/idempotent-creates.ts";
import { feedsApi } from "../base/operations.ts";
import { shouldRetryRequest } from "../base/retry.ts";
import { tripKey } from "../base/trip-cache.ts";

const feedsKey = (tripId: string) => [...tripKey(tripId), "feeds"] as const;

/** The caller's own feeds (calendar addresses) of a trip. */
export function useFeeds(tripId: string) {
  return useQuery({
    queryKey: feedsKey(tripId),
    queryFn: async ({ signal }) => (await call(feedsApi.list, { params: { tripId } }, { signal })).data,
  });
}

/** Creates a feed. A repeat after a failure creates the same feed. */
export function useCreateFeed(tripId: string) {
  const cache = useQueryClient();
  const [attempts] = useState(() => new IdempotentCreates());
  return useMutation({
    mutationFn: async (scope: FeedScope): Promise<FeedDto> => {
      const { id, key: idempotencyKey } = attempts.of({ scope });
      const body = { id, scope };
      return (await call(feedsApi.create, { params: { tripId }, body }, { idempotencyKey })).data;
    },
    retry: shouldRetryRequest,
    onSuccess: (feed, scope) => {
      attempts.settle({ scope });
      cache.setQueryData<FeedDto[]>(feedsKey(tripId), (feeds) => [
        ...(feeds ?? []).filter(({ id }) => id !== feed.id),
        feed,
      ]);
      // A list that is still being read after an earlier failure may lack this feed.
      void cache.invalidateQueries({ queryKey: feedsKey(tripId) });
    },
    onError: (error, scope) => {
      attempts.settle({ scope }, error);
      // The feed may have been created although no answer came: the list shows it then.
      void cache.invalidateQueries({ queryKey: feedsKey(tripId) });
    },
  });
}

/** Revokes a feed. The feed leaves the list at once, and returns if the request fails. */
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
