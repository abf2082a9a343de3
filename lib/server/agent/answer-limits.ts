import type { LanguageModelMiddleware } from "ai";
import type { AgentFault } from "#lib/shared/agent.ts";
import { env } from "../env/env.ts";

export type WrapStream = NonNullable<LanguageModelMiddleware["wrapStream"]>;
export type StreamedAnswer = Awaited<ReturnType<WrapStream>>;
export type StreamPart = StreamedAnswer["stream"] extends ReadableStream<infer Part> ? Part : never;

/**
 * Most bytes for each allowed token. A token has about four bytes, so a longer answer comes from a server that does not
 * count tokens.
 */
const BYTES_PER_TOKEN = 16;
/** Most bytes on the network for each token, because each may come in an event of its own of about 300 bytes. */
const WIRE_BYTES_PER_TOKEN = 1024;
/** The limit of bytes on the network for refusals and for answers with few allowed tokens. */
const LEAST_WIRE_BYTES = 256 * 1024;
const CALLS = 100;
/**
 * Most bytes of a tool call's arguments. The longest text that a tool accepts has 10,000 characters, and JSON writes no
 * character in more than six bytes.
 */
const ARGUMENT_BYTES = 64 * 1024;

/** Thrown when the model's answer exceeds a limit, so that its connection is closed. */
export class AnswerOverLimit extends Error {
  override name = "AnswerOverLimit";
  readonly code: AgentFault["code"];

  constructor(code: "TOO_MANY_STEPS" | "TOO_MANY_TOKENS") {
    super("An answer of the model holds more than one may.");
    this.code = code;
  }
}

/** Passes one answer of the model on up to its limits. Tool calls are passed on only once the whole answer is there. */
export function withinAnswerLimits(): TransformStream<StreamPart, StreamPart> {
  let left = env().AGENT_MAX_OUTPUT_TOKENS * BYTES_PER_TOKEN;
  const argumentsLeft = new Map<string, number>();
  return new TransformStream({
    transform(part, controller) {
      if (part.type === "tool-input-start") {
        argumentsLeft.set(part.id, ARGUMENT_BYTES);
        if (argumentsLeft.size > CALLS) throw new AnswerOverLimit("TOO_MANY_STEPS");
      }
      const bytes = Buffer.byteLength(textOfPart(part));
      left -= bytes;
      if (left < 0) throw new AnswerOverLimit("TOO_MANY_TOKENS");
      if (part.type === "tool-input-delta") {
        const more = (argumentsLeft.get(part.id) ?? 0) - bytes;
        argumentsLeft.set(part.id, more);
        if (more < 0) throw new AnswerOverLimit("TOO_MANY_TOKENS");
      }
      controller.enqueue(part);
    },
  });
}

/** Returns the text that a part adds to the model's answer. */
export function textOfPart(part: StreamPart): string {
  if (part.type === "tool-input-start") return part.toolName;
  return "delta" in part ? part.delta : "";
}

/**
 * Limits the bytes of a model's response before they are parsed, because the server's frame around the text needs a
 * limit too.
 */
export function withinWireLimits(response: Response): Response {
  if (!response.body) return response;
  let left = LEAST_WIRE_BYTES + env().AGENT_MAX_OUTPUT_TOKENS * WIRE_BYTES_PER_TOKEN;
  const limited = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      left -= bytes.byteLength;
      if (left < 0) throw new AnswerOverLimit("TOO_MANY_TOKENS");
      controller.enqueue(bytes);
    },
  });
  return new Response(response.body.pipeThrough(limited), response);
}
