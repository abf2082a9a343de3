"use client";

import { useEffect } from "react";
import { useAgentSession } from "#lib/client/agent/use-agent.ts";
import { restoreDraftText, type DraftTextTarget } from "../_base/text/draft-text.ts";

/** Puts a message back into the field if an earlier page sent it and did not learn whether it arrived. */
export function useRestoredMessage(place: DraftTextTarget): void {
  const agent = useAgentSession();
  useEffect(() => {
    const { thread } = agent;
    function look() {
      // Whether the message has arrived is known only when the messages are loaded.
      if (thread.view.status !== "ready") return;
      stop();
      restoreDraftText(place, agent.takeLeft() ?? "");
    }
    const stop = thread.changes.add(look);
    look();
    return stop;
  }, [agent, place]);
}
