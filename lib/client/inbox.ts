"use client";

import { useSyncExternalStore } from "react";
import type { InboxState } from "#lib/shared/protocol.ts";
import { Subscribers } from "./subscribers.ts";

/* How much the person has not read, for every page's bell. A page belongs to one person: signing out loads anew. */

const NOTHING: InboxState = { seq: 0, unread: 0 };

let state = NOTHING;
const changes = new Subscribers<[]>();
const news = new Subscribers<[]>();

/** Called when the service says that the inbox is another than before. */
export const onInboxNews = news.add;

/** What the service says of the inbox; answers can overtake each other, and an older one changes nothing. */
export function learnInbox({ seq, unread }: InboxState): void {
  if (seq < state.seq || (seq === state.seq && unread === state.unread)) return;
  state = { seq, unread };
  changes.tell();
  news.tell();
}

/** Shows what was just read before the service has said so; what it gives back takes it back, if nothing came since. */
export function showRead(count: number): () => void {
  const before = state;
  const shown = { ...state, unread: Math.max(0, state.unread - count) };
  state = shown;
  changes.tell();
  return () => {
    if (state !== shown) return;
    state = before;
    changes.tell();
  };
}

export function useInbox(): InboxState {
  return useSyncExternalStore(
    changes.add,
    () => state,
    () => NOTHING,
  );
}
