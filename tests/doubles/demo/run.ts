import { type Answer, type AnswerCall, type ChatMessage, type ChatRequest, textOf } from "../chat-shapes.ts";

/** A generator that yields calls of tools, receives their results, and returns the final text. */
export type SkillRun<T = string> = Generator<AnswerCall, T, unknown>;

/** Returns the result of a tool, parsed if it is JSON and as text otherwise. */
function readResult(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

/** The user's earlier message and the model's answer to it. */
export interface EarlierExchange {
  asked: string;
  said: string;
}

interface Run {
  asked: string;
  /** The results of the tools that were called since the user's last message, in order. */
  results: unknown[];
  earlier: EarlierExchange;
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

/** The speaker's name, which stands before each message: `[Ann] …`. */
const SPEAKER = /^\[[^\]]*\] /;
/** The list of the tools' actions, which the service appends to an answer: `(add_stop: …)`. */
const DEEDS = /\n\((?:[a-z_]+: |This was proposed)[^]*$/;

function lastText(messages: readonly ChatMessage[], role: ChatMessage["role"]): string {
  const message = messages.findLast((one) => one.role === role);
  return message ? textOf(message).replace(SPEAKER, "").replace(DEEDS, "") : "";
}

/**
 * Returns the next step of the work. The work runs again from its start for each request, because the double stores
 * nothing between two requests and the same results lead to the same calls.
 * @param missing - the text to answer if a tool that the work needs is not offered
 */
export function nextAnswer(
  work: SkillRun,
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
