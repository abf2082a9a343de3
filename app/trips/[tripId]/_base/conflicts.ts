import type { ConflictNotice } from "#lib/client/writes/notices.ts";
import { createStore, useStore } from "./store.ts";
import { markUnsaved } from "./unsaved.ts";

// All unresolved conflicts of the page: edits of this user that lost against another member's, until the user decides
// about them.
const lost = createStore<{ notices: readonly ConflictNotice[] }>({ notices: [] });

function keep(notices: readonly ConflictNotice[]): void {
  lost.set({ notices });
  markUnsaved(
    "conflicts",
    notices.some((notice) => !notice.isKept()),
  );
}

/**
 * Call this when the trip is closed. Removes and returns the conflicts that the device has stored, which are listed
 * among the device's changes when the trip is opened again.
 */
export function takeStoredConflicts(): readonly ConflictNotice[] {
  const { notices } = lost.get();
  const kept = notices.filter((notice) => notice.isKept());
  keep(notices.filter((notice) => !kept.includes(notice)));
  return kept;
}

/** Returns the id of a conflict's toast; `key` is the key of its write. */
export function conflictToastId(key: string): string {
  return `conflict ${key}`;
}

/** Adds a conflict; it replaces an older one about the same fields. */
export function addConflict(notice: ConflictNotice): void {
  const key = keyOf(notice);
  keep([...lost.get().notices.filter((each) => keyOf(each) !== key), notice]);
}

export function dropConflict(notice: ConflictNotice): void {
  keep(lost.get().notices.filter((each) => each !== notice));
  notice.decided();
}

/** Removes a conflict that the user has resolved in the list of changes that could not be saved. */
export function dropConflictOf(key: string): void {
  keep(lost.get().notices.filter((each) => each.key !== key));
}

/** Adds a conflict again whose resolution could not be sent, unless a newer conflict has replaced it. */
export function bringBackConflict(notice: ConflictNotice): void {
  if (!lost.get().notices.some((each) => keyOf(each) === keyOf(notice))) addConflict(notice);
}

export function useConflicts(): readonly ConflictNotice[] {
  return useStore(lost, ({ notices }) => notices);
}

function keyOf({ write, fields }: ConflictNotice): string {
  return `${write.entityId} ${fields.join()}`;
}
