"use client";

import { useSyncExternalStore } from "react";
import type { InboxState } from "#lib/shared/protocol.ts";
import { Subscribers } from "../base/subscribers.ts";

/* The number of unread notifications, for every page's bell. A page belongs to one user: signing out reloads it. */

const NOTHING: InboxState = { seq: 0, unread: 0 };

/** The inbox state that the service has answered last. */
let said = NOTHING;
/** The numbers of notifications that were read on this screen, as long as the service has not confirmed that. */
const marks = new Set<{ count: number }>();
let shown = NOTHING;
const changes = new Subscribers<[]>();
const news = new Subscribers<[]>();

/** Subscribes to changes of the inbox that the service reports. */
export const onInboxChange = news.add;

function show(): void {
  const read = [...marks].reduce((sum, { count }) => sum + count, 0);
  shown = { ...said, unread: Math.max(0, said.unread - read) };
  changes.tell();
}

/** Takes the inbox state that the service reports. Answers can overtake each other; an older one changes nothing. */
export function updateInbox({ seq, unread }: InboxState): void {
  if (seq < said.seq) return;
  const isNews = seq > said.seq || unread !== shown.unread;
  said = { seq, unread };
  marks.clear();
  if (!isNews) return;
  show();
  news.tell();
}

/** Shows `count` notifications as read before the service has confirmed it. The returned function reverts this. */
export function showNotificationsRead(count: number): () => void {
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
