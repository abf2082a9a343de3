"use client";

import { useSyncExternalStore } from "react";

/** Unsent changes of the user who wants to sign out. */
export type UnsentChanges = { userId: string; count: number };

let asked: UnsentChanges | null = null;
const readers = new Set<() => void>();

/** Asks what to do with the changes; null: the question is answered. */
export function askAboutUnsentChanges(unsaved: UnsentChanges | null): void {
  asked = unsaved;
  for (const read of readers) read();
}

function subscribe(read: () => void) {
  readers.add(read);
  return () => readers.delete(read);
}

export function useUnsentChangesQuestion(): UnsentChanges | null {
  return useSyncExternalStore(
    subscribe,
    () => asked,
    () => null,
  );
}
