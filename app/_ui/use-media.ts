"use client";

import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query matches; false while the server renders. Prefer CSS variants where only looks change. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** Below 720 px: dialogs are sheets and the plan's panes take turns. */
export function useIsPhone(): boolean {
  return useMedia("(max-width: 719.98px)");
}
