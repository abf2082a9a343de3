"use client";

import { useEffect, useRef, useState } from "react";
import { useTripSession } from "#lib/client/open-trip/trip-context.tsx";
import type { VisibleEvent } from "#lib/shared/events.ts";
import { groupEvents } from "../_model/history/history-groups.ts";
import { useHistoryWords } from "../_base/history/use-history-words.ts";
import { announce } from "../_base/announcer.tsx";

/** How long an announcement waits, to collect the events of one write and to let a screen reader finish a sentence. */
const PAUSE_MS = 1200;

/** Announces other members' changes to screen readers. It is loaded after the page, since nothing depends on it. */
export default function OthersVoice() {
  const { store } = useTripSession();
  const [heard, setHeard] = useState<VisibleEvent[]>([]);
  const waiting = useRef<VisibleEvent[]>([]);
  const words = useHistoryWords(heard);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.events.add((event) => {
      if (event.op === "redacted" || event.actorId === store.userId) return;
      waiting.current = [event, ...waiting.current];
      timer ??= setTimeout(() => {
        timer = undefined;
        setHeard(waiting.current);
        waiting.current = [];
      }, PAUSE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store]);

  const said = useRef(heard);
  useEffect(() => {
    if (said.current === heard || heard.length === 0) return;
    said.current = heard;
    announce(
      groupEvents(heard)
        .toReversed()
        .map((group) => words.sentence(group))
        .join(". "),
    );
  }, [heard, words]);
  return null;
}
