"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useAgentView } from "#lib/client/agent/use-agent.ts";
import type { AgentMessageDto } from "#lib/shared/agent.ts";
import { textOfParts } from "#lib/shared/agent-fold.ts";
import { announce } from "../_base/announcer.tsx";
import { usePeople } from "../_base/people.tsx";
import { markdownToPlainText } from "./plain-words.ts";
import { wholeSentences } from "./whole-sentences.ts";

/** The interval between announcements, which leaves a screen reader time to read. */
const SAY_EVERY_MS = 2500;

/**
 * Announces to screen readers that the agent works, then its sentences as they are completed, then how the run ended.
 */
export function useAgentAnnouncements(): void {
  const t = useTranslations("trip-agent");
  const { messages } = useAgentView();
  const { me, byMember } = usePeople();
  const said = useRef<{ id: string; upTo: number } | null>(null);
  const last = messages.at(-1);
  const runningId = last?.run?.status === "running" ? last.id : null;

  function begin(message: AgentMessageDto) {
    said.current = { id: message.id, upTo: 0 };
    const name = byMember.get(message.memberId)?.name ?? t("someone");
    announce(message.memberId === me?.id ? t("voice.workingMine") : t("voice.working", { name }));
  }
  function sayMore(message: AgentMessageDto) {
    const { current } = said;
    if (!current || current.id !== message.id) return;
    const fresh = wholeSentences(markdownToPlainText(textOfParts(message), true).slice(current.upTo));
    if (fresh === "") return;
    current.upTo += fresh.length;
    announce(fresh.trim());
  }
  function end(message: AgentMessageDto) {
    const { current } = said;
    said.current = null;
    const status = message.run?.status;
    // Closing the drawer during a run also calls this function; the run has not ended, so no end is announced.
    if (!current || current.id !== message.id || status === undefined || status === "running") return;
    const rest = markdownToPlainText(textOfParts(message)).slice(current.upTo).trim();
    const how = status === "done" ? "done" : status === "cancelled" ? "stopped" : "failed";
    announce([rest, t(`voice.${how}`)].filter(Boolean).join(" "));
  }
  const onBegin = useEffectEvent(() => last && begin(last));
  const onTick = useEffectEvent(() => last && sayMore(last));
  const onEnd = useEffectEvent((id: string) => {
    const message = messages.find((each) => each.id === id);
    if (message) end(message);
  });
  useEffect(() => {
    if (runningId === null) return undefined;
    onBegin();
    const timer = setInterval(() => onTick(), SAY_EVERY_MS);
    return () => {
      clearInterval(timer);
      onEnd(runningId);
    };
  }, [runningId]);
}
