"use client";

import { useEffect, useRef } from "react";
import { useMedia } from "#app/_ui/use-media.ts";
import { openRowOf, useView } from "../_base/view.tsx";
import { useAgentAvailability } from "../_base/agent/agent-availability.tsx";

/**
 * Opens the agent's panel on wide screens when the page is idle, unless the user has closed it before or the drawer
 * shows something else.
 */
export function useAutoOpenAgent(isIdle: boolean): void {
  const view = useView();
  const here = useAgentAvailability();
  const isWide = useMedia("(min-width: 1280px)");
  const isDone = useRef(false);
  const isWanted = here !== null && !here.panel.isCollapsed && isWide;
  useEffect(() => {
    if (!isIdle || isDone.current) return;
    isDone.current = true;
    const now = view.get();
    const isFree = openRowOf(now) === null && !now.talk && !now.suggestions && now.pane !== "money";
    // The view is set without a history entry, because the user has not navigated.
    if (isWanted && isFree) view.set({ agent: true });
  }, [isIdle, isWanted, view]);
}
