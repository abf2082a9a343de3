"use client";

import { useMemo, useSyncExternalStore } from "react";

/**
 * The address to which a code was sent, and why. It is stored in this tab only, so that no address is in a URL or a
 * log.
 */
export interface PendingCode {
  email: string;
  /** When the code was sent, in milliseconds since 1970. */
  sentAt: number;
  reason: "new" | "unverified" | "reset" | "sign-in";
}

const KEY = "wayfare:pending-code";
const listeners = new Set<() => void>();
/**
 * The pending code as a serialized text, as this page knows it; undefined until the page has read the tab's storage.
 */
let shown: string | null | undefined;

export function setPendingCode(pending: PendingCode): void {
  shown = JSON.stringify(pending);
  sessionStorage.setItem(KEY, shown);
  for (const changed of listeners) changed();
}

/**
 * Deletes the pending code from the tab's storage after the code was used. The page shows its form until the next page
 * is loaded.
 */
export function forgetPendingCode(): void {
  sessionStorage.removeItem(KEY);
}

/**
 * Returns the pending code as a serialized text, from this page's memory or else from the tab's storage; null when
 * there is none.
 */
export function readPendingCode(): string | null {
  return (shown ??= sessionStorage.getItem(KEY));
}

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Returns the pending code: undefined while the server renders, and null when no code was sent from this tab. */
export function usePendingCode(): PendingCode | null | undefined {
  const stored = useSyncExternalStore(subscribe, readPendingCode, () => undefined);
  return useMemo(() => (stored === undefined ? undefined : parse(stored)), [stored]);
}

function parse(stored: string | null): PendingCode | null {
  // The cast is safe because only setPendingCode writes this key in this tab.
  return stored ? (JSON.parse(stored) as PendingCode) : null;
}
