"use client";

import { useCallback, useSyncExternalStore } from "react";

/**
 * The `MediaQueryList` of each query, which all components share, because creating one for each read of each component
 * takes longer than rendering some components.
 */
const lists = new Map<string, MediaQueryList>();

function listOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? window.matchMedia(query);
  lists.set(query, list);
  return list;
}

/**
 * Whether a media query matches; false while the server renders. CSS variants are better when only styles depend on it.
 */
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

/** Whether the window is narrower than 720 px, so that dialogs are sheets and the plan shows one pane at a time. */
export function useIsPhone(): boolean {
  return useMedia("(max-width: 719.98px)");
}
