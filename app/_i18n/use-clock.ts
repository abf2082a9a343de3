"use client";

import { useNow } from "next-intl";
import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;

function everyMinute(changed: () => void) {
  const timer = setInterval(changed, MINUTE_MS);
  return () => clearInterval(timer);
}

/** The same for a minute, as a store's value must be between two changes. */
function thisMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
}

/**
 * The time in milliseconds since 1970, to the minute, and kept up to date. Where the server renders it and where the
 * browser takes that over it is the server's, so that both write the same words.
 */
export function useClock(): number {
  const rendered = useNow().getTime();
  return useSyncExternalStore(everyMinute, thisMinute, () => rendered);
}
