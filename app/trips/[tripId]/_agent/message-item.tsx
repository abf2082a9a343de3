"use client";

import { Fragment, memo, type ReactNode } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Avatar } from "#app/_ui/avatar.tsx";
import { InlineAlert } from "#app/_ui/inline-alert.tsx";
import { Spinner } from "#app/_ui/spinner.tsx";
import { TextButton } from "#app/_ui/text-link.tsx";
import type { AgentMessageDto, AgentPart } from "#lib/shared/agent.ts";
import { textOfParts } from "#lib/shared/agent-fold.ts";
import { usePeople } from "../_base/people.tsx";
import { AgentText } from "./agent-text.tsx";
import { PartCard } from "./part-card.tsx";
import { StepLine } from "./step-line.tsx";

type MessageItemProps = {
  message: AgentMessageDto;
  /** Sends the member's message again; null if a retry is of no use or not allowed. */
  onRetry: (() => void) | null;
};

/** A message of a member, or the agent's answer with its steps and cards. */
export const MessageItem = memo(function MessageItem({ message, onRetry }: MessageItemProps) {
  return message.role === "user" ? (
    <UserMessage memberId={message.memberId} createdAt={message.createdAt} text={textOfParts(message)} />
  ) : (
    <Answer message={message} onRetry={onRetry} />
  );
});

type QuestionProps = { memberId: string; text: string; createdAt?: string; isSending?: boolean };

export function UserMessage({ memberId, text, createdAt, isSending = false }: QuestionProps) {
  const t = useTranslations("trip-agent");
  const formats = useFormats();
  const { me, byMember } = usePeople();
  const isMine = memberId === me?.id;
  const author = byMember.get(memberId);
  const name = author?.name ?? t("someone");
  return (
    <li className="flex flex-col items-end gap-1 py-2">
      <span className="sr-only">{isMine ? t("by.me") : t("by.other", { name })}</span>
      {isMine ? null : (
        <span aria-hidden className="flex items-center gap-1.5 text-xs text-text-3">
          {author ? <Avatar person={author} size={20} alt="" /> : null}
          {name}
        </span>
      )}
      <p
        title={createdAt && formats.instant(createdAt)}
        className="max-w-[85%] rounded-lg rounded-br-xs bg-press px-3 py-2 whitespace-pre-wrap wrap-anywhere phone:text-lg"
      >
        {text}
      </p>
      {isSending ? <span className="text-xs text-text-3">{t("sending")}</span> : null}
    </li>
  );
}

function Answer({ message, onRetry }: MessageItemProps) {
  const t = useTranslations("trip-agent");
  const { parts, run } = message;
  const isRunning = run?.status === "running";
  const last = parts.at(-1);
  const isQuiet = !last || (last.type === "step" ? last.state !== "running" : last.type !== "text");
  return (
    <li className="space-y-2.5 py-2">
      <span className="sr-only">{t("by.agent")}</span>
      {groupsOf(parts).map((group) => (
        <Fragment key={group[0]?.at}>{groupView(group, message, isRunning)}</Fragment>
      ))}
      {isRunning && isQuiet ? (
        <p className="flex items-center gap-2 text-sm text-text-3 phone:text-md">
          <span className="grid w-4 place-items-center">
            <Spinner size={14} />
          </span>
          {t("thinking")}
        </p>
      ) : null}
      {run && !isRunning ? <Ending run={run} onRetry={onRetry} /> : null}
    </li>
  );
}

type Numbered = { part: AgentPart; at: number };

/** Groups the parts of an answer: consecutive steps form one list, every other part stands alone. */
function groupsOf(parts: readonly AgentPart[]): Numbered[][] {
  const groups: Numbered[][] = [];
  for (const [at, part] of parts.entries()) {
    const open = groups.at(-1);
    if (part.type === "step" && open?.[0]?.part.type === "step") open.push({ part, at });
    else groups.push([{ part, at }]);
  }
  return groups;
}

function groupView(group: Numbered[], { parts }: AgentMessageDto, isRunning: boolean): ReactNode {
  const [first] = group;
  if (!first) return null;
  const { part, at } = first;
  if (part.type === "step") {
    return (
      <ul>
        {group.map((step) =>
          step.part.type === "step" ? <StepLine key={step.at} part={step.part} /> : null,
        )}
      </ul>
    );
  }
  if (part.type !== "text") return <PartCard part={part} />;
  if (part.text.trim() === "") return null;
  return <AgentText text={part.text} isOpen={isRunning && at === parts.length - 1} />;
}

type EndingProps = { run: NonNullable<AgentMessageDto["run"]>; onRetry: (() => void) | null };

/** Says how a run has ended that was cancelled or failed. */
function Ending({ run: { status, fault }, onRetry }: EndingProps) {
  const t = useTranslations("trip-agent");
  if (status === "done") return null;
  if (status === "cancelled") return <p className="text-sm text-text-3">{t("run.cancelled")}</p>;
  const again =
    onRetry && (fault?.retryable ?? true) ? (
      <TextButton onClick={onRetry} className="shrink-0 font-medium">
        {t("run.tryAgain")}
      </TextButton>
    ) : null;
  return <InlineAlert action={again}>{t(`fault.${fault?.code ?? "INTERNAL"}`)}</InlineAlert>;
}
