"use client";

import { useSyncExternalStore } from "react";
import type { InboxState } from "#lib/shared/protocol.ts";
import { Subscribers } from "./subscribers.ts";

/* How much the person has not read, for every page's bell. A page belongs to one person: signing out loads anew. */

const NOTHING: InboxState = { seq: 0, unread: 0 };

/** As the service said it last. */
let said = NOTHING;
/** What was read here since, of which it has said nothing yet. */
const marks = new Set<{ count: number }>();
let shown = NOTHING;
const changes = new Subscribers<[]>();
const news = new Subscribers<[]>();

/** Called when the service says that the inbox is another than before. */
export const onInboxNews = news.add;

function show(): void {
  const read = [...marks].reduce((sum, { count }) => sum + count, 0);
  shown = { ...said, unread: Math.max(0, said.unread - read) };
  changes.tell();
}

/** What the service says of the inbox; answers can overtake each other, and an older one changes nothing. */
export function learnInbox({ seq, unread }: InboxState): void {
  if (seq < said.seq) return;
  const isNews = seq > said.seq || unread !== shown.unread;
  said = { seq, unread };
  marks.clear();
  if (!isNews) return;
  show();
  news.tell();
}

/** Shows what was just read before the service has said so; what it gives back takes it back. */
export function showRead(count: number): () => void {
  const mark = { count };
  marks.add(mark);
  show();
  return () => {
    if (marks.delete(mark)) show();
  };
}

export const readInbox = (): InboxState => shown;

export function useInbox(): InboxState {
  return useSyncExternalStore(changes.add, readInbox, () => NOTHING);
}
