"use client";

import { useEffect } from "react";
import { call } from "./api.ts";
import { agentApi } from "./operations.ts";
import { useLiveSession } from "./trip-context.tsx";
import { useSelected } from "./use-selected.ts";

const same = (is: boolean) => is;

/** Whether the agent works, and whether it has said something since this person looked. */
export function useAgentMark(): { isWorking: boolean; hasNews: boolean } {
  const { agentMark } = useLiveSession();
  const { changes } = agentMark;
  const isWorking = useSelected(changes.add, () => agentMark.isWorking, same);
  const hasNews = useSelected(changes.add, () => agentMark.hasNews, same);
  return { isWorking, hasNews };
}

/** Asks how the agent is doing, and again whenever the room is back. */
export function useAgentNews(isWanted: boolean): void {
  const session = useLiveSession();
  useEffect(() => {
    if (!isWanted) return undefined;
    async function ask() {
      const params = { tripId: session.store.id };
      // Without an answer the mark stays as it is.
      const answer = await session.line
        .ask((options) => call(agentApi.status, { params }, options))
        .catch(() => null);
      if (answer) session.agentMark.hear({ cursor: answer.data.cursor, isWorking: answer.data.run !== null });
    }
    void ask();
    // The room tells from then on; what it said before is not said again.
    return session.connectionChanges.add(() => {
      if (session.connection === "live") void ask();
    });
  }, [session, isWanted]);
}
