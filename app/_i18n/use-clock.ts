"use client";

import { useNow } from "next-intl";
import { useSyncExternalStore } from "react";
import { deviceClock } from "#lib/client/base/device-clock.ts";

const MINUTE_MS = 60_000;

function everyMinute(changed: () => void) {
  const timer = setInterval(changed, MINUTE_MS);
  const end = deviceClock.changes.add(changed);
  return () => {
    clearInterval(timer);
    end();
  };
}

/** Returns the time of the present minute, because a store's value must not change between two notifications. */
function thisMinute(): number {
  return Math.floor(deviceClock.now().getTime() / MINUTE_MS) * MINUTE_MS;
}

/**
 * Returns the service's time in milliseconds since 1970, rounded to the minute and kept up to date. During the
 * rendering on the server and the hydration in the browser it is the server's time, so that both render the same text.
 */
export function useClock(): number {
  const rendered = useNow().getTime();
  return useSyncExternalStore(everyMinute, thisMinute, () => rendered);
}
