"use client";

import { type RefObject, useEffect, useState } from "react";
import type { ThreadView } from "#lib/client/threads.ts";
import { useMarkRead, useUnread } from "#lib/client/use-unread.ts";
import type { CommentDto, CommentTarget } from "#lib/shared/comments.ts";

/** Long enough to have been looked at, not only scrolled past. */
const SEEN_MS = 900;

interface Opened {
  /** Settled when the thread was opened: those stand folded. What is settled while one reads stays where it is. */
  folded: ReadonlySet<string>;
  /** The first comment that was new. The line above it stays while the thread is open. */
  newFrom: string | null;
}

/** How a thread looked when it was opened; null until it is there. */
export function useOpenedThread(target: CommentTarget, view: ThreadView, myId: string | null): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null);
  const unread = useUnread(target.id);
  const { comments, status } = view;
  if (status !== "ready") return opened;
  if (opened === null) {
    const settled = comments.filter(({ resolvedAt }) => resolvedAt !== null);
    const next = { folded: new Set(settled.map(({ id }) => id)), newFrom: firstNew(comments, myId, unread) };
    setOpened(next);
    return next;
  }
  if (opened.newFrom === null && unread > 0) {
    const newFrom = firstNew(comments, myId, unread);
    if (newFrom !== null) setOpened({ ...opened, newFrom });
  }
  return opened;
}

/** The topmost of the `count` comments of others that arrived last. */
export function firstNew(comments: readonly CommentDto[], myId: string | null, count: number): string | null {
  if (count === 0) return null;
  const latest = new Set(byArrival(ofOthers(comments, myId)).slice(-count));
  return comments.find((comment) => latest.has(comment))?.id ?? null;
}

function ofOthers(comments: readonly CommentDto[], myId: string | null): CommentDto[] {
  return comments.filter(({ memberId, deletedAt }) => memberId !== myId && deletedAt === null);
}

/** Ids come from clients, whose clocks differ; when a comment arrived, the service says. */
function byArrival(comments: readonly CommentDto[]): CommentDto[] {
  return comments.toSorted((a, b) =>
    a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id) ? -1 : 1,
  );
}

/** Once the thread's end has been in view for a moment, what is new in it counts as read. */
export function useReadWhenSeen(
  end: RefObject<HTMLElement | null>,
  target: CommentTarget,
  { comments }: ThreadView,
  myId: string | null,
): void {
  const { kind, id } = target;
  const unread = useUnread(id);
  const markRead = useMarkRead();
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
