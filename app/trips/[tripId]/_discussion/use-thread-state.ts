"use client";

import { type RefObject, useEffect, useState } from "react";
import type { ThreadView } from "#lib/client/open-trip/threads.ts";
import { useMarkThreadRead, useUnreadCount } from "#lib/client/open-trip/use-unread.ts";
import type { CommentDto, CommentTarget } from "#lib/shared/comments.ts";

/** How long the end of a thread must be visible to count as read, and not only scrolled past. */
const SEEN_MS = 900;

interface Opened {
  /**
   * The ids of the comments that were resolved when the thread was opened; these are folded. A comment that is
   * resolved later stays open.
   */
  folded: ReadonlySet<string>;
  /** The id of the first unread comment; the line above it stays while the thread is open. */
  newFrom: string | null;
}

/** Returns the state of a thread when it was opened; null until its comments are loaded. */
export function useOpenedThread(target: CommentTarget, view: ThreadView, myId: string | null): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null);
  const unread = useUnreadCount(target.id);
  const { comments, status } = view;
  if (status !== "ready") return opened;
  if (opened === null) {
    const settled = comments.filter(({ resolvedAt }) => resolvedAt !== null);
    const next = {
      folded: new Set(settled.map(({ id }) => id)),
      newFrom: firstNewCommentId(comments, myId, unread),
    };
    setOpened(next);
    return next;
  }
  if (opened.newFrom === null && unread > 0) {
    const newFrom = firstNewCommentId(comments, myId, unread);
    if (newFrom !== null) setOpened({ ...opened, newFrom });
  }
  return opened;
}

/** Returns the first, in the thread's order, of the `count` comments by other members that arrived last. */
export function firstNewCommentId(
  comments: readonly CommentDto[],
  myId: string | null,
  count: number,
): string | null {
  if (count === 0) return null;
  const latest = new Set(byArrival(ofOthers(comments, myId)).slice(-count));
  return comments.find((comment) => latest.has(comment))?.id ?? null;
}

function ofOthers(comments: readonly CommentDto[], myId: string | null): CommentDto[] {
  return comments.filter(({ memberId, deletedAt }) => memberId !== myId && deletedAt === null);
}

/**
 * Sorts by the time at which the service received a comment. Ids are no use for this, because clients create them and
 * their clocks differ.
 */
function byArrival(comments: readonly CommentDto[]): CommentDto[] {
  return comments.toSorted((a, b) =>
    a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id) ? -1 : 1,
  );
}

/** Marks the new comments as read once the end of the thread was visible for a moment. */
export function useReadWhenSeen(
  end: RefObject<HTMLElement | null>,
  target: CommentTarget,
  { comments }: ThreadView,
  myId: string | null,
): void {
  const { kind, id } = target;
  const unread = useUnreadCount(id);
  const markRead = useMarkThreadRead();
  const newest = byArrival(ofOthers(comments, myId)).at(-1)?.id ?? null;
  useEffect(() => {
    const mark = end.current;
    if (!mark || unread === 0 || newest === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      if (entry?.isIntersecting) timer = setTimeout(look, SEEN_MS);
    });
    function look() {
      if (document.visibilityState === "visible" && newest !== null) markRead({ kind, id }, newest);
    }
    const again = () => {
      observer.unobserve(mark);
      observer.observe(mark);
    };
    observer.observe(mark);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener("visibilitychange", again);
    };
  }, [end, kind, id, unread, newest, markRead]);
}
