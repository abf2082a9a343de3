import { randomUUID } from "node:crypto";
import { type Answer, type AnswerCall, type ChatMessage, type ChatRequest, textOf } from "./chat-shapes.ts";

const INSTRUCTION = /AGENT: call (\w+)\s*/g;
/** How many levels deep an instruction may be nested in quoted texts. */
const QUOTED = 4;

/**
 * Returns a model that follows every instruction in any text that it reads, once per conversation. This is the worst
 * that a text planted in a trip can make a model do.
 */
export function obedientModel(words: string): (request: ChatRequest) => Answer {
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

/** Returns each instruction once, however often it occurs. */
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

/** Returns the JSON object with which the text begins, also if it is quoted within a string of another object. */
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
      // The text up to this brace is no whole object, so the object ends at a later brace.
    }
  }
  return null;
}

function unquoted(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|["\\/bfnrt])/g, (escape) => JSON.parse(`"${escape}"`) as string);
}
