"use client";

import { useEffect } from "react";
import { useAgentSession } from "#lib/client/use-agent.ts";
import { useLiveSession } from "#lib/client/trip-context.tsx";
import { tabStorage } from "#lib/client/tab-storage.ts";
import { bringBackText, keptText, onKeptText, type TextPlace } from "../_shell/kept-text.ts";

/** What is typed for the agent outlives a reload of the page, and so does a question that nobody knows to have arrived. */
export function useKeptOverReload(place: TextPlace): void {
  const { store } = useLiveSession();
  const agent = useAgentSession();
  const name = `wayfare agent draft ${store.id} ${store.userId}`;
  useEffect(() => {
    bringBackText(place, tabStorage.read(name) ?? "");
    return onKeptText(() => tabStorage.write(name, keptText(place.key)));
  }, [place, name]);
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
