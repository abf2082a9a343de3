"use client";

import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import type {
  NotificationDto,
  ReadNotifications,
  TripNotificationPatch,
  TripNotificationSettings,
} from "#lib/shared/notifications.ts";
import type { PreferencesDto, PreferencesPatch } from "#lib/shared/preferences.ts";
import { call } from "../base/api.ts";
import { updateInbox, onInboxChange, showNotificationsRead } from "./inbox.ts";
import { notificationsApi, usersApi } from "../base/operations.ts";
import { callPage, type Page } from "../base/pages.ts";

const listKey = ["notifications"];
const preferencesKey = ["preferences"];
const tripSettingsKey = (tripId: string) => ["notification-settings", tripId];
const PAGE = 30;

type List = InfiniteData<Page<NotificationDto>, string | null>;

/** The inbox, newest first, page by page. It is read again whenever the inbox changes. */
export function useNotifications() {
  const cache = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: listKey,
    initialPageParam: null,
    staleTime: 0,
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
      callPage(notificationsApi.list, { query: { limit: PAGE, cursor: pageParam ?? undefined } }, { signal }),
    getNextPageParam: ({ cursor }) => cursor,
  });
  useEffect(() => onInboxChange(() => void cache.invalidateQueries({ queryKey: listKey })), [cache]);
  return { ...query, notifications: query.data?.pages.flatMap(({ items }) => items) ?? [] };
}

/** Marks notifications as read, at once on this screen; `{}` means all. */
export function useMarkNotificationsRead(): (what: ReadNotifications) => void {
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async (body: ReadNotifications) => (await call(notificationsApi.read, { body })).data,
    onMutate: async (what) => {
      await cache.cancelQueries({ queryKey: listKey });
      const at = new Date().toISOString();
      const read = new Set<string>();
      const change = (changed: (line: NotificationDto) => NotificationDto) =>
        cache.setQueryData<List>(listKey, (list) => list && withLines(list, changed));
      change((line) => {
        if (line.readAt !== null || !isMeant(line, what)) return line;
        read.add(line.id);
        return { ...line, readAt: at };
      });
      const isCounted = what.ids !== undefined || (what.upTo !== undefined && isWhole(cache));
      const unread = showNotificationsRead(isCounted ? read.size : Infinity);
      return () => {
        change((line) => (read.has(line.id) ? { ...line, readAt: null } : line));
        unread();
        void cache.invalidateQueries({ queryKey: listKey });
      };
    },
    onError: (_error, _what, takeBack) => takeBack?.(),
    onSuccess: updateInbox,
  });
  return mutate;
}

/** Marks as read the notifications that the list shows, and all older ones; newer ones have not been seen. */
export function useMarkAllRead(): () => Promise<void> {
  const cache = useQueryClient();
  const read = useMarkNotificationsRead();
  return async () => {
    // A list that was just opened shows its former content while the notifications that the bell counts are still
    // loading.
    const query = cache.getQueryCache().find({ queryKey: listKey });
    if (query?.state.fetchStatus === "fetching") await query.promise?.catch(() => undefined);
    const list = cache.getQueryData<List>(listKey);
    const newest = list?.pages[0]?.items[0];
    if (newest) read({ upTo: newest.id });
    else if (!list) read({});
    else void cache.invalidateQueries({ queryKey: listKey });
  };
}

/** Whether a notification is among those to mark as read. Ids are UUIDs of version 7, so their order is that of age. */
function isMeant({ id }: NotificationDto, { ids, upTo }: ReadNotifications): boolean {
  return (ids?.includes(id) ?? true) && (upTo === undefined || id <= upTo);
}

/** Whether the list reaches the oldest notification; if not, more may be unread than the list shows. */
function isWhole(cache: QueryClient): boolean {
  return cache.getQueryData<List>(listKey)?.pages.at(-1)?.cursor === null;
}

function withLines(list: List, change: (line: NotificationDto) => NotificationDto): List {
  return { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(change) })) };
}

export function usePreferences() {
  return useQuery({
    queryKey: preferencesKey,
    queryFn: async () => (await call(usersApi.getPreferences, {})).data,
  });
}

/** Puts the row that the service has written into the cache, and cancels a reading that is under way. */
async function settle(cache: QueryClient, queryKey: QueryKey, row: unknown): Promise<void> {
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, row);
}

/**
 * Shows the state before a choice that failed, and then reads the stored one: of several choices in a row, each reverts
 * to the choice before it, which may have failed too.
 */
function goBack(cache: QueryClient, queryKey: QueryKey, before: unknown): void {
  cache.setQueryData(queryKey, before);
  void cache.invalidateQueries({ queryKey });
}

/** Updates the preferences. A choice shows at once, and is reverted if the request fails. */
export function useUpdatePreferences() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: PreferencesPatch) => (await call(usersApi.updatePreferences, { body })).data,
    onMutate: async (patch) => {
      await cache.cancelQueries({ queryKey: preferencesKey });
      const before = cache.getQueryData<PreferencesDto>(preferencesKey);
      if (before) {
        const notifications = { ...before.notifications, ...patch.notifications };
        cache.setQueryData<PreferencesDto>(preferencesKey, { ...before, ...patch, notifications });
      }
      return before;
    },
    onError: (_error, _patch, before) => goBack(cache, preferencesKey, before),
    onSuccess: (row) => settle(cache, preferencesKey, row),
  });
}

export function useTripNotifications(tripId: string) {
  return useQuery({
    queryKey: tripSettingsKey(tripId),
    staleTime: 0,
    queryFn: async () => (await call(notificationsApi.getSettings, { params: { tripId } })).data,
  });
}

export function useUpdateTripNotifications(tripId: string) {
  const cache = useQueryClient();
  const queryKey = tripSettingsKey(tripId);
  return useMutation({
    mutationFn: async (body: TripNotificationPatch) =>
      (await call(notificationsApi.updateSettings, { params: { tripId }, body })).data,
    onMutate: async (patch) => {
      await cache.cancelQueries({ queryKey });
      const before = cache.getQueryData<TripNotificationSettings>(queryKey);
      if (before) cache.setQueryData(queryKey, { ...before, settings: patched(before.settings, patch) });
      return before;
    },
    onError: (_error, _patch, before) => goBack(cache, queryKey, before),
    onSuccess: (settings) => settle(cache, queryKey, settings),
  });
}

function patched(
  settings: TripNotificationSettings["settings"],
  patch: TripNotificationPatch,
): TripNotificationSettings["settings"] {
  return Object.fromEntries(
    Object.entries({ ...settings, ...patch }).filter(([, delivery]) => delivery !== null),
  );
}
