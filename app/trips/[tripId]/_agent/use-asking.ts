"use client";

import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { toast } from "#app/_ui/toast.ts";
import { useAgentSession, useAgentView, useSentAgentMessage } from "#lib/client/agent/use-agent.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { MAX_AGENT_MESSAGE_LENGTH } from "#lib/shared/agent-tools.ts";
import {
  restoreDraftText,
  storeDraftText,
  readDraftText,
  type DraftTextTarget,
  useDraftText,
} from "../_base/text/draft-text.ts";
import { usePeople } from "../_base/people.tsx";
import { cleanText } from "../_base/text/typed-text.ts";
import { type AskProblem, askProblem, waitMs } from "./ask-problem.ts";
import { useRestoredMessage } from "./use-restored-message.ts";

function placeOf(tripId: string): DraftTextTarget {
  return { key: `agent ${tripId}`, tripId, of: tripId, need: "ask" };
}

/** Counts code points as the service does: a character outside of the basic plane counts as one. */
function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/**
 * Returns the typed message, which is stored while the drawer is closed, and functions to send it and to stop the
 * run.
 */
export function useAgentComposer() {
  const session = useAgentSession();
  const { run, messages } = useAgentView();
  const sent = useSentAgentMessage();
  const { me } = usePeople();
  const tripId = useTrip((trip) => trip.id);
  const place = useMemo(() => placeOf(tripId), [tripId]);
  const [text, setText] = useDraftText(place);
  const [problem, setProblem] = useProblem(run?.id ?? null);
  const { isStopping, stop } = useStopping();
  const body = cleanText(text, { oneLine: false });
  const left = MAX_AGENT_MESSAGE_LENGTH - codePoints(body);
  const isSending = sent?.isWaiting === true;
  const maySend = body !== "" && left >= 0 && run === null && !isSending;
  useArrival(place, () => setProblem(null));
  useRestoredMessage(place);

  async function ask(words: string) {
    setProblem(null);
    try {
      await session.ask(words);
    } catch (error) {
      setProblem(askProblem(error, navigator.onLine));
      restoreDraftText(place, words);
    }
  }

  return {
    text,
    left,
    run,
    problem,
    maySend,
    isSending,
    isStopping: isStopping && run !== null,
    isMine: run !== null && run.memberId === me?.id,
    isFirst: messages.length === 0,
    type(next: string) {
      setText(next);
      setProblem(null);
    },
    send: () => {
      if (!maySend) return;
      setText("");
      void ask(body);
    },
    /** Sends a message that was not typed, so that the text in the field stays. */
    ask: (words: string) => {
      if (run === null && !isSending) void ask(words);
    },
    stop,
  };
}

/** Holds why the last message could not be sent, until the reason no longer applies. */
function useProblem(runId: string | null) {
  const [problem, setProblem] = useState<AskProblem | null>(null);
  useEffect(() => {
    if (runId === null) return undefined;
    return () => setProblem((last) => (last?.kind === "busy" ? null : last));
  }, [runId]);
  useEffect(() => {
    const wait = problem ? waitMs(problem) : null;
    if (wait === null) return undefined;
    const timer = setTimeout(() => setProblem(null), wait);
    return () => clearTimeout(timer);
  }, [problem]);
  return [problem, setProblem] as const;
}

function useStopping() {
  const t = useTranslations("trip-agent");
  const session = useAgentSession();
  const [isStopping, setStopping] = useState(false);
  async function stop() {
    setStopping(true);
    try {
      await session.cancel();
    } catch {
      toast(t("problem.cancel"), { problem: true });
    } finally {
      setStopping(false);
    }
  }
  return { isStopping, stop: () => void stop() };
}

/**
 * Handles a message whose answer from the service was lost: if the message has arrived after all, its text is removed
 * from the field.
 */
function useArrival(place: DraftTextTarget, onArrived: () => void) {
  const { thread } = useAgentSession();
  const sent = useSentAgentMessage();
  const unsure = sent && !sent.isWaiting ? sent : null;
  const arrived = useEffectEvent(onArrived);
  useEffect(() => {
    if (!unsure) return undefined;
    return thread.changes.add(() => {
      if (!thread.view.messages.some(({ id }) => id === unsure.id)) return;
      if (cleanText(readDraftText(place.key), { oneLine: false }) === unsure.text) storeDraftText(place, "");
      arrived();
    });
  }, [thread, unsure, place]);
}
