import { APICallError, type LanguageModel, wrapLanguageModel } from "ai";
import type { AgentFault } from "#lib/shared/agent.ts";
import { env } from "../env.ts";
import { log } from "../http/log.ts";
import {
  type Answering,
  type StreamPart,
  withinAnswerLimits,
  wordsIn,
  type WrapStream,
} from "./answer-limits.ts";
import { count, inPart } from "../telemetry/telemetry.ts";
import { costOf, recordUsage } from "./limits.ts";
import type { ToolRun } from "./tool.ts";

type Call = Parameters<WrapStream>[0];
type Usage = Extract<StreamPart, { type: "finish" }>["usage"];

const MODEL = { name: "model", kind: "client" } as const;

/** What models count a picture as of the size that they are shown. */
const PICTURE_TOKENS = 1500;
/** More than a run may ever take: a server that says so is not to be believed. */
const MOST_TOKENS = 100_000_000;
/** Nothing was sent, so nothing was read. */
const NEVER_SENT = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** One question to the model, until it is charged. */
interface Asked {
  params: Call["params"];
  heardBytes: number;
}

/** A guess that is never far too low: a token is about four letters of English, or one of Chinese. */
export function tokensOf(text: string): number {
  return tokensOfBytes(Buffer.byteLength(text));
}

/** Of all that a model is asked with. A picture counts as one, however many bytes it has. */
function tokensToRead(asked: unknown): number {
  let pictures = 0;
  const text = JSON.stringify(asked, (_, value: unknown) => {
    const isPicture = typeof value === "object" && value !== null && "type" in value && value.type === "file";
    if (isPicture) pictures++;
    return isPicture ? null : value;
  });
  return tokensOf(text) + pictures * PICTURE_TOKENS;
}

function tokensOfBytes(bytes: number): number {
  return Math.ceil(bytes / 3);
}

/**
 * What a run has asked of the model, and what it was told: all of it is charged once, however it ends. Tokens are those
 * that the server tells; where it tells none, as of an answer that was cut off, they are guessed, which the log says.
 */
export class RunAccount {
  readonly #ctx: ToolRun["ctx"];
  readonly #open = new Set<Asked>();
  #tokens = 0;
  /** In millionths. */
  #cost = 0;
  #written = Promise.resolve();

  constructor(ctx: ToolRun["ctx"]) {
    this.#ctx = ctx;
  }

  /** The same model, on this account, with answers that are no longer than they may be. */
  metered(model: Exclude<LanguageModel, string>): LanguageModel {
    const wrapStream: WrapStream = (call) => this.#ask(call);
    // The older versions of a model are no part of what we make one with.
    return wrapLanguageModel({ model, middleware: { wrapStream } });
  }

  /** Which limit of a run has been passed. */
  overspent(): AgentFault["code"] | null {
    const { AGENT_MAX_TOKENS, AGENT_MAX_COST = Infinity } = env();
    if (this.#tokens > AGENT_MAX_TOKENS) return "TOO_MANY_TOKENS";
    return this.#cost > AGENT_MAX_COST * 1_000_000 ? "TOO_COSTLY" : null;
  }

  /** Charges what has not come to its end. Nothing may be heard any more. */
  async close(): Promise<void> {
    for (const asked of this.#open) void this.#charge(asked);
    await this.#written;
  }

  async #ask({ doStream, params }: Call): Promise<Answering> {
    const asked: Asked = { params, heardBytes: 0 };
    this.#open.add(asked);
    try {
      const { stream, ...rest } = await inPart(MODEL, async () => doStream());
      return { ...rest, stream: stream.pipeThrough(this.#meter(asked)).pipeThrough(withinAnswerLimits()) };
    } catch (error) {
      if (isUnread(error)) this.#open.delete(asked);
      else await this.#charge(asked);
      throw error;
    }
  }

  #meter(asked: Asked): TransformStream<StreamPart, StreamPart> {
    return new TransformStream({
      transform: async (part, controller) => {
        asked.heardBytes += Buffer.byteLength(wordsIn(part));
        // Before whoever reads on decides whether to ask again.
        if (part.type === "finish") await this.#charge(asked, part.usage);
        controller.enqueue(part);
      },
    });
  }

  /** @returns once it is written down */
  #charge(asked: Asked, usage?: Usage): Promise<void> {
    if (!this.#open.delete(asked)) return this.#written;
    const { prompt, tools } = asked.params;
    const told = {
      input: toldTokens(usage?.inputTokens.total),
      output: toldTokens(usage?.outputTokens.total),
    };
    const inputTokens = told.input ?? tokensToRead([prompt, tools]);
    const outputTokens = told.output ?? tokensOfBytes(asked.heardBytes);
    const cost = costOf({ inputTokens, outputTokens });
    count("wayfare.agent.tokens", { "gen_ai.token.type": "input" }, inputTokens);
    count("wayfare.agent.tokens", { "gen_ai.token.type": "output" }, outputTokens);
    this.#tokens += inputTokens + outputTokens;
    this.#cost += cost;
    const guessed = { input: told.input === null, output: told.output === null && outputTokens > 0 };
    // No column says so: the run's sums hold what was told and what was guessed alike.
    if (guessed.input || guessed.output) {
      log().info(
        { runId: this.#ctx.run.id, inputTokens, outputTokens, guessed },
        "what an answer took was guessed",
      );
    }
    const taken = { inputTokens, outputTokens, cost };
    this.#written = this.#written.then(() => recordUsage(this.#ctx, taken));
    return this.#written;
  }
}

/** null where nothing was told: no question has no tokens, and an answer that has none is guessed at none too. */
function toldTokens(tokens: number | undefined): number | null {
  return Number.isInteger(tokens) && tokens !== undefined && tokens > 0 && tokens <= MOST_TOKENS
    ? tokens
    : null;
}

/** Whether a question that failed has cost nothing: its server refused it, or was never reached. */
function isUnread(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return false;
  const { statusCode, cause } = error;
  if (statusCode !== undefined) return statusCode >= 400;
  return cause instanceof Error && "code" in cause && NEVER_SENT.test(String(cause.code));
}
