import type { ConflictNotice } from "#lib/client/notices.ts";
import { createStore, useStore } from "./store.ts";
import { markUnsaved } from "./unsaved.ts";

// One page, one list: edits that lost against somebody else's, until their author has decided.
const lost = createStore<{ notices: readonly ConflictNotice[] }>({ notices: [] });

function keep(notices: readonly ConflictNotice[]): void {
  lost.set({ notices });
  markUnsaved(
    "conflicts",
    notices.some((notice) => !notice.isKept()),
  );
}

/** The trip is left; returns what this device keeps, which stands in its list of changes when it is opened again. */
export function leaveConflicts(): readonly ConflictNotice[] {
  const { notices } = lost.get();
  const kept = notices.filter((notice) => notice.isKept());
  keep(notices.filter((notice) => !kept.includes(notice)));
  return kept;
}

/** Of the toast that tells of one, by the key of its write. */
export function conflictToast(key: string): string {
  return `conflict ${key}`;
}

/** Remembers a lost edit; a newer one of the same fields takes the older one's place. */
export function addConflict(notice: ConflictNotice): void {
  const key = keyOf(notice);
  keep([...lost.get().notices.filter((each) => keyOf(each) !== key), notice]);
}

export function dropConflict(notice: ConflictNotice): void {
  keep(lost.get().notices.filter((each) => each !== notice));
  notice.decided();
}

/** It was decided elsewhere, by the list of what could not be saved. */
export function dropConflictOf(key: string): void {
  keep(lost.get().notices.filter((each) => each.key !== key));
}

/** A decision that could not be sent is still to be made, unless a newer conflict has taken its place. */
export function bringBackConflict(notice: ConflictNotice): void {
  if (!lost.get().notices.some((each) => keyOf(each) === keyOf(notice))) addConflict(notice);
}

export function useConflicts(): readonly ConflictNotice[] {
  return useStore(lost, ({ notices }) => notices);
}

function keyOf({ write, fields }: ConflictNotice): string {
  return `${write.entityId} ${fields.join()}`;
}
