import type { AgentEventBody, AgentMessageDto, AgentPart } from "./agent.ts";

/** A message's parts after one more event about it; the service and every client come to the same by this. */
export function foldPart(parts: readonly AgentPart[], event: AgentEventBody): readonly AgentPart[] {
  if (event.kind === "part") return parts.toSpliced(event.index, 1, event.part);
  if (event.kind !== "text") return parts;
  const before = parts[event.index];
  const text = before?.type === "text" ? before.text : "";
  return parts.toSpliced(event.index, 1, { type: "text", text: text + event.text });
}

/**
 * Messages, in the order in which they were announced, after one more event. Events must come in the order of their
 * cursors, each once; those of a message that has ended are its own past and change nothing.
 */
export function foldMessages(
  messages: readonly AgentMessageDto[],
  event: AgentEventBody,
): readonly AgentMessageDto[] {
  if (event.kind === "mode") return messages;
  const id = event.kind === "message" ? event.message.id : event.messageId;
  const index = messages.findIndex((message) => message.id === id);
  if (event.kind === "message")
    return index < 0 ? [...messages, event.message] : messages.with(index, event.message);
  const message = messages[index];
  if (!message || message.run?.status !== "running") return messages;
  return messages.with(index, { ...message, parts: [...foldPart(message.parts, event)] });
}

/** What an agent's message says, without its steps and cards. */
export function wordsOf({ parts }: Pick<AgentMessageDto, "parts">): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}
