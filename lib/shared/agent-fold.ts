import type { AgentEventBody, AgentMessageDto, AgentPart } from "./agent.ts";

/**
 * Returns a message's parts after one more event about it. The service and every client compute the parts with this
 * function, so they get the same result.
 */
export function applyEventToParts(parts: readonly AgentPart[], event: AgentEventBody): readonly AgentPart[] {
  if (event.kind === "part") return parts.toSpliced(event.index, 1, event.part);
  if (event.kind !== "text") return parts;
  const before = parts[event.index];
  const text = before?.type === "text" ? before.text : "";
  return parts.toSpliced(event.index, 1, { type: "text", text: text + event.text });
}

/**
 * Returns the messages, in the order in which they were announced, after one more event. Events must come in the order
 * of their cursors, each once. An event about a message that has ended is older than the message's last state and
 * changes nothing.
 */
export function applyEventToMessages(
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
  return messages.with(index, { ...message, parts: [...applyEventToParts(message.parts, event)] });
}

/** The text of an agent's message, without its steps and cards. */
export function textOfParts({ parts }: Pick<AgentMessageDto, "parts">): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}
