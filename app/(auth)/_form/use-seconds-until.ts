"use client";

import { useSyncExternalStore } from "react";

function everySecond(changed: () => void) {
  const timer = setInterval(changed, 1000);
  return () => clearInterval(timer);
}

/**
 * Returns the whole seconds until an instant (milliseconds since 1970), counting down to 0; 0 while the server renders.
 */
export function useSecondsUntil(instant: number): number {
  return useSyncExternalStore(
    everySecond,
    () => Math.max(0, Math.ceil((instant - Date.now()) / 1000)),
    () => 0,
  );
}

/** Writes 42 as "0:42". */
export function formatMinutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
