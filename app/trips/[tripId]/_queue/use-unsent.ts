"use client";

import { useCallback } from "react";
import { useLiveSession } from "#lib/client/trip-context.tsx";
import type { TripSession } from "#lib/client/trip-session.ts";
import type { Hindrance } from "#lib/client/queue-wait.ts";
import { useSelected } from "#lib/client/use-selected.ts";

/** Follows whatever tells of changes that the service does not have. */
export function useUnsent<T>(select: (session: TripSession) => T): T {
  const session = useLiveSession();
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [session.store.changes.add(listener), session.keeping.changes.add(listener)];
      return () => ends.forEach((end) => end());
    },
    [session],
  );
  // Both lists are made anew with each change; the session itself stays the same.
  const read = useCallback(() => ({ session }), [session]);
  return useSelected(
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

/** Whether changes of an earlier page wait here, or of another tab there. */
export function useLeftChanges(): { isHere: boolean; isElsewhere: boolean } {
  return useUnsent(leftOf);
}

const hindranceOf = ({ store }: TripSession) => store.queue.hindrance;

/** What the service says against the oldest one, for now. */
export function useHindrance(): Hindrance | null {
  return useUnsent(hindranceOf);
}

/** The full minute by which it is over, as an instant. */
export function minuteAfter(at: number): string {
  return new Date(Math.ceil(at / 60_000) * 60_000).toISOString();
}

/** How many changes wait in this browser, how many of these in other tabs, and how many could not be saved. */
export function useUnsentCounts(): { waiting: number; elsewhere: number; refused: number } {
  return useUnsent(countsOf);
}
