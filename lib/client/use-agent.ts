"use client";

import { useCallback, useEffect } from "react";
import { AgentSession, type SentAsk } from "./agent-session.ts";
import type { AgentView } from "./agent-thread.ts";
import { tabStorage } from "./tab-storage.ts";
import { useLiveSession } from "./trip-context.tsx";
import type { TripSession } from "./trip-session.ts";
import { useSelected } from "./use-selected.ts";

const sessions = new WeakMap<TripSession, AgentSession>();

function agentOf(trip: TripSession): AgentSession {
  const known = sessions.get(trip);
  if (known) return known;
  const { line, agentMark: mark } = trip;
  const { id: tripId, userId } = trip.store;
  const made = new AgentSession({ tripId, userId, line, mark, storage: tabStorage });
  sessions.set(trip, made);
  return made;
}

/** The agent of the trip that is open; the same for as long as it is. */
export function useAgentSession(): AgentSession {
  return agentOf(useLiveSession());
}

const whole = <T>(value: T) => value;

/** What was said, as it is said. */
export function useAgentView(): AgentView {
  const { thread } = useAgentSession();
  return useSelected(thread.changes.add, () => thread.view, whole<AgentView>);
}

/** The question that is on its way. */
export function useSentAsk(): SentAsk | null {
  const session = useAgentSession();
  const read = useCallback(() => session.sent, [session]);
  return useSelected(session.askChanges.add, read, whole<SentAsk | null>);
}

/** Follows the agent while the caller is there and the page is seen. */
export function useWatchAgent(): void {
  const session = useAgentSession();
  const trip = useLiveSession();
  useEffect(() => {
    let wasLost = false;
    // A stream may be as dead as the room's connection was, and not know it.
    const followRoom = trip.connectionChanges.add(() => {
      const { connection } = trip;
      if (connection === "live" && wasLost) session.feed.wake();
      if (connection !== "connecting") wasLost = connection !== "live";
    });
    let release: (() => void) | null = null;
    function look() {
      const isSeen = document.visibilityState === "visible";
      if (isSeen) release ??= session.watch();
      else {
        release?.();
        release = null;
      }
    }
    const wake = () => session.feed.wake();
    look();
    document.addEventListener("visibilitychange", look);
    window.addEventListener("online", wake);
    return () => {
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("online", wake);
      followRoom();
      release?.();
    };
  }, [session, trip]);
}
