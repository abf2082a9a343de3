"use client";

import { useEffect } from "react";
import { useAgentSession } from "#lib/client/use-agent.ts";
import { bringBackText, type TextPlace } from "../_shell/draft-text.ts";

/** A question that the page was left with before anybody knew that it had arrived is back where it was typed. */
export function useLeftAsk(place: TextPlace): void {
  const agent = useAgentSession();
  useEffect(() => {
    const { thread } = agent;
    function look() {
      // Only what was read tells whether it is there.
      if (thread.view.status !== "ready") return;
      stop();
      bringBackText(place, agent.takeLeft() ?? "");
    }
    const stop = thread.changes.add(look);
    look();
    return stop;
  }, [agent, place]);
}
