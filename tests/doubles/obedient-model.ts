import { randomUUID } from "node:crypto";
import { type Answer, type AnswerCall, type ChatMessage, type ChatRequest, textOf } from "./chat-shapes.ts";

const INSTRUCTION = /AGENT: call (\w+)\s*/g;
/** How deep in texts of texts an instruction may be quoted. */
const QUOTED = 4;

/**
 * A model that does whatever stands anywhere in what it reads, once in each conversation: the worst that
 * a text which somebody planted in a trip can make of one.
 */
export function obedient(words: string): (request: ChatRequest) => Answer {
  const idsOf = new Map<string, Set<string>>();
  return ({ messages }) => {
    const called = messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id));
    const left = instructionsIn(messages).filter(({ name, args }) => {
      const ids = idsOf.get(JSON.stringify([name, args]));
      return !ids || called.every((id) => !ids.has(id));
    });
    if (left.length === 0) return { text: words };
    const toolCalls = left.map(({ name, args }) => ({ name, args, id: `call_${randomUUID()}` }));
    for (const { name, args, id } of toolCalls) {
      const key = JSON.stringify([name, args]);
      idsOf.set(key, (idsOf.get(key) ?? new Set()).add(id));
    }
    return { toolCalls };
  };
}

/** Each once, however often it is said. */
export function instructionsIn(messages: readonly ChatMessage[]): AnswerCall[] {
  const found = messages
    .filter(({ role }) => role !== "assistant")
    .map(textOf)
    .flatMap((text) =>
      Array.from(text.matchAll(INSTRUCTION), ({ 0: start, 1: name = "", index }) => {
        const args = findObject(text.slice(index + start.length));
        return args && { name, args };
      }),
    )
    .filter((call) => call !== null);
  return [...new Map(found.map((call) => [JSON.stringify([call.name, call.args]), call])).values()];
}

/** The JSON object that the text begins with, also where it is quoted in another's string. */
function findObject(text: string): object | null {
  let rest = text;
  for (let depth = 0; depth < QUOTED; depth++) {
    const args = beginning(rest);
    if (args) return args;
    rest = unquoted(rest);
  }
  return null;
}

function beginning(text: string): object | null {
  if (!text.startsWith("{")) return null;
  for (let end = text.indexOf("}"); end !== -1; end = text.indexOf("}", end + 1)) {
    try {
      return JSON.parse(text.slice(0, end + 1)) as object;
    } catch {
      // Not the brace that closes it.
    }
  }
  return null;
}

function unquoted(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|["\\/bfnrt])/g, (escape) => JSON.parse(`"${escape}"`) as string);
}
