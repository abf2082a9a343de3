"use client";

import { useCallback } from "react";
import type { CommentTarget } from "#lib/shared/comments.ts";
import { useTripSession } from "./trip-context.tsx";
import { useSelectedState } from "../base/use-selected.ts";

const same = (count: number) => count;

/** Returns how many comments of others in this thread the user has not seen; 0 until that is known. */
export function useUnreadCount(targetId: string): number {
  const { unread } = useTripSession();
  const read = useCallback(() => unread.count(targetId), [unread, targetId]);
  return useSelectedState(unread.changes.add, read, same);
}

/** Returns a function that marks a thread as seen up to a comment. */
export function useMarkThreadRead(): (target: CommentTarget, upTo: string) => void {
  const { unread } = useTripSession();
  return useCallback((target, upTo) => unread.read(target, upTo), [unread]);
}
