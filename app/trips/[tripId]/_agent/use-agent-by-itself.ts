"use client";

import { useEffect, useRef } from "react";
import { useMedia } from "#app/_ui/use-media.ts";
import { openRowOf, useView } from "../_shell/view.tsx";
import { useAgentHere } from "./agent-here.tsx";

/** Where there is room for plan, map and panel, the panel stands there unless this person has put it away. */
export function useAgentByItself(isIdle: boolean): void {
  const view = useView();
  const here = useAgentHere();
  const isWide = useMedia("(min-width: 1280px)");
  const isDone = useRef(false);
  const isWanted = here !== null && !here.panel.isCollapsed && isWide;
  useEffect(() => {
    if (!isIdle || isDone.current) return;
    isDone.current = true;
    const now = view.get();
    const isFree = openRowOf(now) === null && !now.talk && !now.suggestions && now.pane !== "money";
    // No place in the history: nobody has gone anywhere.
    if (isWanted && isFree) view.set({ agent: true });
  }, [isIdle, isWanted, view]);
}
