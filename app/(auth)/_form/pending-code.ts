"use client";

import { useMemo, useSyncExternalStore } from "react";

/** Which address got a code, and why; kept in this tab only, so that no address stands in a URL or a log. */
export interface PendingCode {
  email: string;
  /** Milliseconds since 1970. */
  sentAt: number;
  reason: "new" | "unverified" | "reset" | "sign-in";
}

const KEY = "wayfare:pending-code";
const listeners = new Set<() => void>();
/** What this page shows; undefined until it has looked into the tab's storage. */
let shown: string | null | undefined;

export function setPendingCode(pending: PendingCode): void {
  shown = JSON.stringify(pending);
  sessionStorage.setItem(KEY, shown);
  for (const changed of listeners) changed();
}

/** The code has served. The page keeps showing its form until the next one takes over. */
export function forgetPendingCode(): void {
  sessionStorage.removeItem(KEY);
}

/** The stored text, as this page knows it. */
export function readPendingCode(): string | null {
  return (shown ??= sessionStorage.getItem(KEY));
}

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** undefined while the server renders, null when no code was sent from this tab. */
export function usePendingCode(): PendingCode | null | undefined {
  const stored = useSyncExternalStore(subscribe, readPendingCode, () => undefined);
  return useMemo(() => (stored === undefined ? undefined : parse(stored)), [stored]);
}

function parse(stored: string | null): PendingCode | null {
  // Only setPendingCode writes under this key, in this tab.
  return stored ? (JSON.parse(stored) as PendingCode) : null;
}
