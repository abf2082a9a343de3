"use client";

import { useCallback, useSyncExternalStore } from "react";

/** One for all that ask: to make one for each reading of each component takes longer than to draw some of them. */
const lists = new Map<string, MediaQueryList>();

function listOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? window.matchMedia(query);
  lists.set(query, list);
  return list;
}

/** Whether a media query matches; false while the server renders. Prefer CSS variants where only looks change. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = listOf(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => listOf(query).matches,
    () => false,
  );
}

/** Below 720 px: dialogs are sheets and the plan's panes take turns. */
export function useIsPhone(): boolean {
  return useMedia("(max-width: 719.98px)");
}
