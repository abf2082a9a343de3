"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { TripEvent, VisibleEvent } from "#lib/shared/events.ts";
import { redactCommentInEvent } from "#lib/shared/forget-comment.ts";
import { call } from "../base/api.ts";
import { eventsApi } from "../base/operations.ts";
import { tripKey } from "../base/trip-cache.ts";
import { useLiveSession } from "./trip-context.tsx";
import type { TripStore } from "../sync/trip-store.ts";
import { useSelectedState } from "../base/use-selected.ts";

const PAGE = 50;
const same = (events: readonly TripEvent[]) => events;

export interface History {
  /** The events, newest first. Events that this person may not see are left out. */
  events: VisibleEvent[];
  hasOlder: boolean;
  isPending: boolean;
  isError: boolean;
  isLoadingOlder: boolean;
  loadOlder: () => void;
}

/** The trip's history: the events from before it was opened come page by page, later events arrive live. */
export function useHistory(): History {
  const { store } = useLiveSession();
  const read = useCallback(() => store.recent, [store]);
  const recent = useSelectedState(store.changes.add, read, same);
  const [openedAt, setOpenedAt] = useState(store.seq);
  // The store holds only the newest events. When these no longer reach back to `openedAt`, the pages start again from
  // now.
  if (!reachesBack(store, recent, openedAt)) setOpenedAt(store.seq);
  const past = usePastEvents(store.id, openedAt);

  const live = recent.filter(({ seq }) => seq > openedAt).toReversed();
  // The text of a deleted comment has left the event log, so the client removes it from the events that it read before.
  const gone = live.filter((event) => event.op === "comment.deleted").map(({ entityId }) => entityId);
  const older = (past.data?.pages.flat() ?? []).map((event) => gone.reduce(redactCommentInEvent, event));
  const events = [...live, ...older].filter((event) => event.op !== "redacted");
  const { hasNextPage: hasOlder, isPending, isError, isFetching: isLoadingOlder } = past;
  function loadOlder() {
    // A second call would restart the running request.
    if (isLoadingOlder) return;
    void (isPending ? past.refetch() : past.fetchNextPage());
  }
  return { events, hasOlder, isPending, isError, isLoadingOlder, loadOlder };
}

function usePastEvents(tripId: string, openedAt: number) {
  return useInfiniteQuery({
    queryKey: [...tripKey(tripId), "events", openedAt],
    initialPageParam: openedAt,
    queryFn: ({ pageParam: until, signal }) => readBefore(tripId, until, signal),
    getNextPageParam: (page) => {
      const oldest = page.at(-1)?.seq ?? 1;
      return oldest > 1 ? oldest - 1 : null;
    },
    staleTime: Infinity,
  });
}

/** Reads the events up to `until`, newest first. */
async function readBefore(tripId: string, until: number, signal: AbortSignal): Promise<TripEvent[]> {
  if (until < 1) return [];
  const query = { after: Math.max(0, until - PAGE), limit: Math.min(PAGE, until) };
  const { data } = await call(eventsApi.list, { params: { tripId }, query }, { signal });
  return data.events.toReversed();
}

function reachesBack(store: TripStore, recent: readonly TripEvent[], openedAt: number): boolean {
  return store.seq <= openedAt || (recent[0]?.seq ?? Infinity) <= openedAt + 1;
}
