"use client";

import { useEffect } from "react";
import { call } from "../base/api.ts";
import { agentApi } from "../base/operations.ts";
import { useLiveSession } from "../open-trip/trip-context.tsx";
import { useSelectedState } from "../base/use-selected.ts";

const same = (is: boolean) => is;

/** Whether the agent is working, and whether it has answered since this person last looked. */
export function useAgentBadge(): { isWorking: boolean; hasNews: boolean } {
  const { agentMark } = useLiveSession();
  const { changes } = agentMark;
  const isWorking = useSelectedState(changes.add, () => agentMark.isWorking, same);
  const hasNews = useSelectedState(changes.add, () => agentMark.hasNews, same);
  return { isWorking, hasNews };
}

/** Reads the agent's status, and again whenever the room is connected again. */
export function useAgentStatusRefresh(isWanted: boolean): void {
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
    // The room reports later changes; it does not repeat earlier ones.
    return session.connectionChanges.add(() => {
      if (session.connection === "live") void ask();
    });
  }, [session, isWanted]);
}
