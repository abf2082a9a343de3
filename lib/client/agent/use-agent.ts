"use client";

import { useCallback, useEffect } from "react";
import { AgentSession, type SentAgentMessage } from "./agent-session.ts";
import type { AgentView } from "./agent-thread.ts";
import { tabStorage } from "../storage/tab-storage.ts";
import { useLiveSession } from "../open-trip/trip-context.tsx";
import type { TripSession } from "../open-trip/trip-session.ts";
import { useSelectedState } from "../base/use-selected.ts";

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

/** Returns the agent's session of the open trip; it stays the same as long as the trip is open. */
export function useAgentSession(): AgentSession {
  return agentOf(useLiveSession());
}

const whole = <T>(value: T) => value;

/** Returns the messages of the thread, including an answer while it is being written. */
export function useAgentView(): AgentView {
  const { thread } = useAgentSession();
  return useSelectedState(thread.changes.add, () => thread.view, whole<AgentView>);
}

/** Returns the message that is being sent. */
export function useSentAgentMessage(): SentAgentMessage | null {
  const session = useAgentSession();
  const read = useCallback(() => session.sent, [session]);
  return useSelectedState(session.askChanges.add, read, whole<SentAgentMessage | null>);
}

/** Follows the agent while the caller is mounted and the page is visible. */
export function useWatchAgent(): void {
  const session = useAgentSession();
  const trip = useLiveSession();
  useEffect(() => {
    let wasLost = false;
    // A stream may be as dead as the room's connection was, without noticing it.
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
