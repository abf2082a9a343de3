"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";
import { useView, useViewState } from "../_base/view.tsx";
import type { HistoryGroup } from "../_model/history/history-groups.ts";

const LIT_MS = 2000;

/** Scrolls to the row of the requested event, highlights and focuses it. */
export function useScrollToEvent(
  scroller: RefObject<HTMLElement | null>,
  groups: readonly HistoryGroup[],
  showAll: () => void,
): void {
  const view = useView();
  const seq = useViewState(({ historyAt }) => historyAt);
  const line = groups.find(({ events }) => events.some((event) => event.seq === seq))?.seq;
  const isHidden = seq !== null && line === undefined && groups.length > 0;
  const unhide = useEffectEvent(() => {
    view.set({ historyOf: null });
    showAll();
  });
  useEffect(() => {
    if (isHidden) unhide();
  }, [isHidden]);
  useEffect(() => {
    if (seq === null || line === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(`li[data-seq="${line}"]`);
    view.set({ historyAt: null });
    if (!row) return;
    row.scrollIntoView({ block: "center" });
    row.focus({ preventScroll: true });
    row.dataset.found = "";
    setTimeout(() => delete row.dataset.found, LIT_MS);
  }, [scroller, view, seq, line]);
}
