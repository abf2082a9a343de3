"use client";

import { useCallback } from "react";
import type { DraftView, DraftRowEffect } from "#lib/client/writes/suggestion-view.ts";
import { useTripSession } from "#lib/client/open-trip/trip-context.tsx";
import { useSelectedState } from "#lib/client/base/use-selected.ts";

/** Returns a part of the user's draft of suggested changes. */
export function useDraftView<T>(select: (draft: DraftView) => T): T {
  const { store } = useTripSession();
  const read = useCallback(() => store.suggested, [store]);
  return useSelectedState(store.changes.add, read, select);
}

/** Returns what the draft changes in one row. */
export function useSuggestedMark(id: string): DraftRowEffect | undefined {
  return useDraftView(({ marks }) => marks.get(id));
}

/** Returns the number of changes in the draft. */
export function useDraftCount(): number {
  return useDraftView(({ lines, gone }) => lines.length + gone.length);
}
