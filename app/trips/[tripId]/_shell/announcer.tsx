"use client";

import { createStore, useStore } from "./store.ts";

// One page, one voice: texts said by whatever moves, read by screen readers only.
const said = createStore({ text: "", turn: 0 });

/** Says a sentence to screen readers; the newest one wins. */
export function announce(text: string): void {
  said.set({ text, turn: said.get().turn + 1 });
}

export function Announcer() {
  const text = useStore(said, (state) => state.text);
  const turn = useStore(said, (state) => state.turn);
  // A trailing space makes the same words new, so that they are read again.
  return (
    <output aria-live="polite" className="sr-only">
      {turn % 2 === 0 ? text : `${text} `}
    </output>
  );
}
