"use client";

import { useMemo, useSyncExternalStore } from "react";

/** Which address got a code, and why; kept in this tab only, so that no address stands in a URL or a log. */
export interface PendingCode {
  email: string;
  /** Milliseconds since 1970. */
  sentAt: number;
  reason: "new" | "unverified" | "reset";
}

const KEY = "wayfare:pending-code";
const listeners = new Set<() => void>();

export function setPendingCode(pending: PendingCode | null): void {
  if (pending) sessionStorage.setItem(KEY, JSON.stringify(pending));
  else sessionStorage.removeItem(KEY);
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** undefined while the server renders, null when no code was sent from this tab. */
export function usePendingCode(): PendingCode | null | undefined {
  const stored = useSyncExternalStore(
    subscribe,
    () => sessionStorage.getItem(KEY),
    () => undefined,
  );
  return useMemo(() => (stored === undefined ? undefined : parse(stored)), [stored]);
}

function parse(stored: string | null): PendingCode | null {
  // Only setPendingCode writes under this key, in this tab.
  return stored ? (JSON.parse(stored) as PendingCode) : null;
}
