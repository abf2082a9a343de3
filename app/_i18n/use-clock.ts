"use client";

import { useNow } from "next-intl";
import { useSyncExternalStore } from "react";
import { deviceClock } from "#lib/client/device-clock.ts";

const MINUTE_MS = 60_000;

function everyMinute(changed: () => void) {
  const timer = setInterval(changed, MINUTE_MS);
  const end = deviceClock.changes.add(changed);
  return () => {
    clearInterval(timer);
    end();
  };
}

/** The same for a minute, as a store's value must be between two changes. */
function thisMinute(): number {
  return Math.floor(deviceClock.now().getTime() / MINUTE_MS) * MINUTE_MS;
}

/**
 * The time by the service in milliseconds since 1970, to the minute, and kept up to date. Where the server renders it and where the
 * browser takes that over it is the server's, so that both write the same words.
 */
export function useClock(): number {
  const rendered = useNow().getTime();
  return useSyncExternalStore(everyMinute, thisMinute, () => rendered);
}
