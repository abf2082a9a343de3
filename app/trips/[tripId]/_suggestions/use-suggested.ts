"use client";

import { useCallback } from "react";
import type { DraftView, SuggestedMark } from "#lib/client/suggestion-view.ts";
import { useTripSession } from "#lib/client/trip-context.tsx";
import { useSelected } from "#lib/client/use-selected.ts";

/** The draft of this person as it lies over the plan. */
export function useDraftView<T>(select: (draft: DraftView) => T): T {
  const { store } = useTripSession();
  const read = useCallback(() => store.suggested, [store]);
  return useSelected(store.changes.add, read, select);
}

/** What the draft does to one row. */
export function useSuggestedMark(id: string): SuggestedMark | undefined {
  return useDraftView(({ marks }) => marks.get(id));
}

/** How many lines are gathered and not sent. */
export function useDraftCount(): number {
  return useDraftView(({ lines, gone }) => lines.length + gone.length);
}
