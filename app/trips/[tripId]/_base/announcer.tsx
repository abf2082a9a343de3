"use client";

import { createStore, useStore } from "./store.ts";

// One live region for the whole page: all announcements to screen readers go through it, so that they do not
// interrupt each other.
const said = createStore({ text: "", turn: 0 });

/** Announces a sentence to screen readers; it replaces an earlier one that is not read yet. */
export function announce(text: string): void {
  said.set({ text, turn: said.get().turn + 1 });
}

export function Announcer() {
  const text = useStore(said, (state) => state.text);
  const turn = useStore(said, (state) => state.turn);
  // A trailing space makes an equal text differ, so that screen readers announce it again.
  return (
    <output aria-live="polite" className="sr-only">
      {turn % 2 === 0 ? text : `${text} `}
    </output>
  );
}
