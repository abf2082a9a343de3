import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Answer, AnswerCall, ChatRequest, Finish } from "./chat-shapes.ts";
import type { ChatError } from "./chat-refusals.ts";

/** The number of characters of a call's arguments in one piece. */
const PIECE_OF_ARGUMENTS = 7;
const WORDS = /\s*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,2}|[^\s\p{Script=Han}]+)|\s+/gu;

/** Splits a text into words that give the text again when joined. */
export function wordsOf(text: string): string[] {
  return text.match(WORDS) ?? [];
}

type Delta = Record<string, unknown>;

/** Yields the pieces of an answer in order, without the first piece with the role and without the last one. */
export function* deltasOf({ text = [], toolCalls = [] }: Answer): Generator<Delta> {
  for (const content of typeof text === "string" ? wordsOf(text) : text) yield { content };
  for (const [index, call] of toolCalls.entries()) {
    yield toolCallStart(index, call);
    const all = argumentsOf(call);
    for (const piece of call.isWhole ? [all] : piecesOf(all)) yield toolCallPiece(index, piece);
  }
}

export function toolCallStart(index: number, { name, id = newId("call_") }: AnswerCall): Delta {
  return { tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] };
}

export function toolCallPiece(index: number, piece: string): Delta {
  return { tool_calls: [{ index, function: { arguments: piece } }] };
}

function argumentsOf({ args = {}, rawArguments }: AnswerCall): string {
  return rawArguments ?? JSON.stringify(args);
}

function piecesOf(text: string): string[] {
  const characters = Array.from(text);
  const starts = Array.from({ length: Math.ceil(characters.length / PIECE_OF_ARGUMENTS) }, (_, at) => at);
  return starts.map((at) =>
    characters.slice(at * PIECE_OF_ARGUMENTS, (at + 1) * PIECE_OF_ARGUMENTS).join(""),
  );
}

function newId(prefix: string): string {
  return `${prefix}${randomBytes(12).toString("hex")}`;
}

function finishOf({ finish, toolCalls = [] }: Answer): Finish {
  return finish ?? (toolCalls.length > 0 ? "tool_calls" : "stop");
}

/** Returns the token counts; a token is estimated as four characters. */
function usageOf(request: ChatRequest, answer: Answer): object | null {
  if (answer.usage === null) return null;
  const input = answer.usage?.input ?? Math.ceil(JSON.stringify(request.messages).length / 4);
  const output = answer.usage?.output ?? [...deltasOf(answer)].length;
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
  };
}

function frame(object: string, { model }: ChatRequest): object {
  return { id: newId("chatcmpl-"), object, created: Math.floor(Date.now() / 1000), model };
}

/** Returns the answer as one object. */
export function completion(request: ChatRequest, answer: Answer): object {
  const { text = [], toolCalls = [] } = answer;
  const content = typeof text === "string" ? text : text.join("");
  const calls = toolCalls.map((call) => ({
    id: call.id ?? newId("call_"),
    type: "function",
    function: { name: call.name, arguments: argumentsOf(call) },
  }));
  const message = {
    role: "assistant",
    content: content === "" && calls.length > 0 ? null : content,
    refusal: null,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return {
    ...frame("chat.completion", request),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishOf(answer) }],
    usage: usageOf(request, answer),
  };
}

/** Sends the answer in chunks, as events of a stream. */
export class ChunkStream {
  readonly #request: ChatRequest;
  readonly #response: ServerResponse;
  readonly #frame: object;
  readonly #noUsage: object;

  constructor(request: ChatRequest, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
    this.#frame = { ...frame("chat.completion.chunk", request), system_fingerprint: null };
    this.#noUsage = this.#hasUsage ? { usage: null } : {};
  }

  get #hasUsage(): boolean {
    return this.#request.stream_options?.include_usage === true;
  }

  async start(): Promise<void> {
    this.#response.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache",
    });
    await this.delta({ role: "assistant", content: "", refusal: null });
  }

  delta(delta: Delta): Promise<void> {
    return this.#chunk({ choices: [choice(delta, null)], ...this.#noUsage });
  }

  error(error: ChatError): Promise<void> {
    return this.raw(`data: ${JSON.stringify({ error })}\n\n`);
  }

  /**
   * Writes a text to the stream. It resolves when the operating system has accepted the text or the client has
   * disconnected.
   */
  raw(text: string): Promise<void> {
    return new Promise((resolve) => this.#response.write(text, () => resolve()));
  }

  async finish(answer: Answer): Promise<void> {
    await this.#chunk({ choices: [choice({}, finishOf(answer))], ...this.#noUsage });
    if (this.#hasUsage && answer.usage !== null)
      await this.#chunk({ choices: [], usage: usageOf(this.#request, answer) });
    this.#response.end("data: [DONE]\n\n");
  }

  #chunk(rest: object): Promise<void> {
    return this.raw(`data: ${JSON.stringify({ ...this.#frame, ...rest })}\n\n`);
  }
}

function choice(delta: Delta, finish: Finish | null): object {
  return { index: 0, delta, logprobs: null, finish_reason: finish };
}
