"use client";

import { useCallback, useEffect } from "react";
import type { CommentTarget } from "#lib/shared/comments.ts";
import type { ThreadView } from "./threads.ts";
import { useTripSession } from "./trip-context.tsx";
import { useSelectedState } from "../base/use-selected.ts";

const same = (view: ThreadView) => view;

/** The comments on a stop or on the trip, oldest first, with live updates. The trip's actions write comments. */
export function useComments({ kind, id }: CommentTarget): ThreadView & { retry: () => void } {
  const { threads } = useTripSession();
  const retry = useCallback(() => void threads.load({ kind, id }), [threads, kind, id]);
  useEffect(retry, [retry]);
  const read = useCallback(() => threads.view({ kind, id }), [threads, kind, id]);
  return { ...useSelectedState(threads.changes.add, read, same), retry };
}
