"use client";

import { useCallback } from "react";
import { useLiveSession } from "#lib/client/open-trip/trip-context.tsx";
import type { TripSession } from "#lib/client/open-trip/trip-session.ts";
import type { RetryDelay } from "#lib/client/sync/queue-wait.ts";
import { useSelectedState } from "#lib/client/base/use-selected.ts";

/** Subscribes to everything that changes the unsent and refused writes. */
export function useUnsentWrites<T>(select: (session: TripSession) => T): T {
  const session = useLiveSession();
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [session.store.changes.add(listener), session.keeping.changes.add(listener)];
      return () => ends.forEach((end) => end());
    },
    [session],
  );
  // The session stays the same object when its lists of writes change. Each reading wraps it in a new object, so that
  // every change is noticed.
  const read = useCallback(() => ({ session }), [session]);
  return useSelectedState(
    subscribe,
    read,
    useCallback(({ session: live }) => select(live), [select]),
  );
}

function countsOf({ store, keeping: { keeper } }: TripSession) {
  const refused = (keeper?.refused.length ?? 0) + (keeper?.unreadable.length ?? 0);
  const elsewhere = keeper?.elsewhere.length ?? 0;
  return { waiting: store.queue.unsent.length + elsewhere, elsewhere, refused };
}

function leftOf({ store, keeping: { keeper } }: TripSession) {
  const isHere = store.queue.unsent.some(({ promise }) => promise === null);
  return { isHere, isElsewhere: (keeper?.elsewhere.length ?? 0) > 0 };
}

/** Returns whether an earlier page of this tab has left unsent changes, and whether other tabs hold some. */
export function useStoredChanges(): { isHere: boolean; isElsewhere: boolean } {
  return useUnsentWrites(leftOf);
}

const hindranceOf = ({ store }: TripSession) => store.queue.hindrance;

/** Returns why the service does not accept the oldest change at present; null if there is no such reason. */
export function useRetryDelay(): RetryDelay | null {
  return useUnsentWrites(hindranceOf);
}

/** Returns an instant rounded up to the full minute. */
export function roundUpToMinute(at: number): string {
  return new Date(Math.ceil(at / 60_000) * 60_000).toISOString();
}

/**
 * Returns how many changes are unsent in this browser, how many of these in other tabs, and how many were refused.
 */
export function useUnsentCounts(): { waiting: number; elsewhere: number; refused: number } {
  return useUnsentWrites(countsOf);
}
