"use client";

import { ArrowDown } from "lucide-react";
import { Fragment, useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import { IconButton } from "#app/_ui/icon-button.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { Skeleton } from "#app/_ui/skeleton.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import {
  useAgentSession,
  useAgentView,
  useSentAgentMessage,
  useWatchAgent,
} from "#lib/client/agent/use-agent.ts";
import type { AgentMessageDto } from "#lib/shared/agent.ts";
import { textOfParts } from "#lib/shared/agent-fold.ts";
import { useMay } from "../_base/may.tsx";
import { usePeople } from "../_base/people.tsx";
import { AgentComposer } from "./agent-composer.tsx";
import { AgentEmpty } from "./agent-empty.tsx";
import { DayMark } from "./day-mark.tsx";
import { MessageItem, UserMessage } from "./message-item.tsx";
import { useAgentAnnouncements } from "./use-agent-announcements.ts";
import { useAgentComposer } from "./use-asking.ts";
import { useAutoScroll } from "./use-stuck-scroll.ts";

/** The messages of all members to the agent, its answers as they are written, and the field for a new message. */
export default function AgentPanel() {
  const t = useTranslations("trip-agent");
  const { status, messages } = useAgentView();
  const asking = useAgentComposer();
  const { scroller, isAway, goToEnd } = useAutoScroll(messages[0]?.id);
  const sent = useSentAgentMessage();
  useWatchAgent();
  useAgentAnnouncements();
  const sentId = sent?.isWaiting ? sent.id : null;
  useEffect(() => {
    if (sentId !== null) goToEnd();
  }, [sentId, goToEnd]);
  const isEmpty = status === "ready" && messages.length === 0 && !sent?.isWaiting;
  // The state of loading is shown above the message field if there are messages, else at the top.
  const state = status === "ready" ? null : <State status={status} hasWords={messages.length > 0} />;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="relative min-h-0 flex-1">
        <div ref={scroller} className="h-full overflow-y-auto overscroll-contain [overflow-anchor:none]">
          <div className="px-4 pb-3">
            {messages.length > 0 ? null : state}
            {isEmpty ? <AgentEmpty onAsk={asking.ask} /> : <Conversation asking={asking} />}
          </div>
        </div>
        {isAway ? (
          <IconButton
            label={t("newest")}
            icon={ArrowDown}
            onClick={goToEnd}
            className="absolute bottom-2 left-1/2 -translate-x-1/2 rounded-full! border border-line bg-raised shadow-2"
          />
        ) : null}
      </div>
      <footer className="shrink-0 space-y-1 px-4 pt-2 pb-[max(10px,var(--safe-bottom))] phone:pb-[max(20px,var(--safe-bottom))]">
        {messages.length > 0 ? state : null}
        <AgentComposer asking={asking} />
      </footer>
    </div>
  );
}

function Conversation({ asking }: { asking: ReturnType<typeof useAgentComposer> }) {
  const t = useTranslations("trip-agent");
  const { messages, run } = useAgentView();
  const { me } = usePeople();
  const { ask: mayAsk } = useMay();
  const sent = useSentAgentMessage();
  const lastId = messages.at(-1)?.id;
  const headId = useId();

  /** Only the last answer offers a retry: a repeated older message would be answered out of its order. */
  function retryOf(message: AgentMessageDto): (() => void) | null {
    if (message.id !== lastId || run || !mayAsk) return null;
    const question = messages.find(({ id }) => id === message.run?.messageId);
    return question ? () => asking.ask(textOfParts(question)) : null;
  }
  return (
    <section aria-labelledby={headId}>
      <h3 id={headId} className="sr-only">
        {t("conversation")}
      </h3>
      <Older />
      <ol>
        {messages.map((message, at) => (
          <Fragment key={message.id}>
            <DayMark at={message.createdAt} after={messages[at - 1]?.createdAt ?? null} />
            <MessageItem message={message} onRetry={retryOf(message)} />
          </Fragment>
        ))}
        {sent?.isWaiting ? <UserMessage memberId={me?.id ?? ""} text={sent.text} isSending /> : null}
      </ol>
    </section>
  );
}

/** Loads older messages when the reader scrolls up to their position. */
function Older() {
  const t = useTranslations("trip-agent");
  const session = useAgentSession();
  const { hasOlder } = useAgentView();
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const mark = useRef<HTMLDivElement>(null);
  const isWaiting = hasOlder && state === "idle";
  useEffect(() => {
    const { current: element } = mark;
    if (!element || !isWaiting) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void load();
    });
    async function load() {
      setState("busy");
      await session.feed.readOlder().then(
        () => setState("idle"),
        () => setState("failed"),
      );
    }
    observer.observe(element);
    return () => observer.disconnect();
  }, [session, isWaiting]);
  if (!hasOlder) return null;
  return (
    <div ref={mark} className="flex min-h-8 items-center justify-center">
      {state === "failed" ? (
        <InlineAlert action={<TextButton onClick={() => setState("idle")}>{t("retry")}</TextButton>}>
          {t("olderFailed")}
        </InlineAlert>
      ) : (
        <Button
          size="sm"
          tone="plain"
          busy={state === "busy"}
          onClick={() => void session.feed.readOlder().catch(() => setState("failed"))}
        >
          {t("older")}
        </Button>
      )}
    </div>
  );
}

type StateProps = { status: "loading" | "failed" | "gone"; hasWords: boolean };

function State({ status, hasWords }: StateProps) {
  const t = useTranslations("trip-agent");
  const { feed } = useAgentSession();
  if (status === "loading") return hasWords ? null : <ConversationSkeleton label={t("loading")} />;
  if (status === "gone") {
    return (
      <InlineAlert live className="py-2">
        {t("gone")}
      </InlineAlert>
    );
  }
  return (
    <InlineAlert
      tone="danger"
      live
      className="py-2"
      action={<TextButton onClick={() => feed.wake()}>{t("retry")}</TextButton>}
    >
      {t("failed")}
    </InlineAlert>
  );
}

function ConversationSkeleton({ label }: { label: string }) {
  return (
    <div role="status" className="space-y-3 py-2">
      <span className="sr-only">{label}</span>
      <Skeleton className="ml-auto h-14 w-3/4 rounded-lg" />
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-4/5" />
    </div>
  );
}
