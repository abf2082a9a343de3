import { type Answer, type AnswerCall, type ChatMessage, type ChatRequest, textOf } from "../chat-shapes.ts";

/** Calls tools one after another, gets what they answer, and ends with what there is to say. */
export type Work<T = string> = Generator<AnswerCall, T, unknown>;

/** What a tool answered; its text where that is no JSON. */
function readResult(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

/** What was asked before, and the reply to it. */
export interface Earlier {
  asked: string;
  said: string;
}

interface Run {
  asked: string;
  /** What the tools that were called since then answered, in order. */
  results: unknown[];
  earlier: Earlier;
}

export function readRun({ messages }: ChatRequest): Run {
  const start = messages.findLastIndex(({ role }) => role === "user");
  const later = messages.slice(start + 1);
  const answers = new Map(
    later
      .filter(({ role }) => role === "tool")
      .map((message) => [message.tool_call_id ?? "", readResult(textOf(message))]),
  );
  const calls = later.flatMap(({ tool_calls: made = [] }) => made);
  const before = messages.slice(0, Math.max(0, start));
  return {
    asked: lastText(messages, "user"),
    results: calls.map(({ id }) => answers.get(id)),
    earlier: { asked: lastText(before, "user"), said: lastText(before, "assistant") },
  };
}

/** Whoever asks stands before what they ask, as `[Ann] …`. */
const SPEAKER = /^\[[^\]]*\] /;
/** What was done stands behind what was said, as `(add_stop: …)`. */
const DEEDS = /\n\((?:[a-z_]+: |This was proposed)[^]*$/;

function lastText(messages: readonly ChatMessage[], role: ChatMessage["role"]): string {
  const message = messages.findLast((one) => one.role === role);
  return message ? textOf(message).replace(SPEAKER, "").replace(DEEDS, "") : "";
}

/**
 * What the work does next. It is done from the start each time: a server keeps nothing between two requests,
 * and the same answers lead to the same calls.
 * @param missing what to say where a tool that is needed is not offered
 */
export function nextAnswer(
  work: Work,
  results: readonly unknown[],
  request: ChatRequest,
  missing: string,
): Answer {
  let step = work.next();
  for (const result of results) {
    if (step.done === true) break;
    step = work.next(result);
  }
  if (step.done === true) return { text: step.value };
  const { name } = step.value;
  const isOffered = (request.tools ?? []).some((tool) => tool.function.name === name);
  return isOffered ? { toolCalls: [step.value] } : { text: missing };
}
