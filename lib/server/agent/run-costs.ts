import { APICallError, type LanguageModel, wrapLanguageModel } from "ai";
import type { AgentFault } from "#lib/shared/agent.ts";
import { env } from "../env/env.ts";
import { log } from "../http/log.ts";
import {
  type StreamedAnswer,
  type StreamPart,
  withinAnswerLimits,
  textOfPart,
  type WrapStream,
} from "./answer-limits.ts";
import { count, runInSpan } from "../telemetry/telemetry.ts";
import { costOf, recordUsage } from "./limits.ts";
import type { ToolRun } from "./tool.ts";

type Call = Parameters<WrapStream>[0];
type Usage = Extract<StreamPart, { type: "finish" }>["usage"];

const MODEL = { name: "model", kind: "client" } as const;

/** About how many tokens models count for a picture of the size that they are shown. */
const PICTURE_TOKENS = 1500;
/** The most tokens that a server may report, more than a run may ever use; a higher report is not believed. */
const MOST_TOKENS = 100_000_000;
/** Errors after which nothing was sent, so the model has read nothing. */
const NEVER_SENT = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** One call of the model that is not charged yet. */
interface Asked {
  params: Call["params"];
  heardBytes: number;
}

/**
 * Estimates the tokens of a text, never far too low: a token is about four characters of English, or one of Chinese.
 */
export function tokensOf(text: string): number {
  return tokensOfBytes(Buffer.byteLength(text));
}

/** Estimates the tokens of a call's input. Each picture counts the same, however many bytes it has. */
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
 * The cost account of a run: each call of the model is charged once, however it ends. The server reports the tokens;
 * where it reports none, as for an answer that was cut off, they are estimated, and the log says so.
 */
export class RunCosts {
  readonly #ctx: ToolRun["ctx"];
  readonly #open = new Set<Asked>();
  #tokens = 0;
  /** The cost so far, in millionths of the prices' currency. */
  #cost = 0;
  #written = Promise.resolve();

  constructor(ctx: ToolRun["ctx"]) {
    this.#ctx = ctx;
  }

  /** Returns the model with its calls charged to this account, and its answers limited. */
  metered(model: Exclude<LanguageModel, string>): LanguageModel {
    const wrapStream: WrapStream = (call) => this.#ask(call);
    // The model is made with the newest interface of the SDK, so older interfaces do not occur.
    return wrapLanguageModel({ model, middleware: { wrapStream } });
  }

  /** Returns the limit that the run has exceeded, or null. */
  overspent(): AgentFault["code"] | null {
    const { AGENT_MAX_TOKENS, AGENT_MAX_COST = Infinity } = env();
    if (this.#tokens > AGENT_MAX_TOKENS) return "TOO_MANY_TOKENS";
    return this.#cost > AGENT_MAX_COST * 1_000_000 ? "TOO_COSTLY" : null;
  }

  /** Charges the calls that have not ended. No more output may be read afterwards. */
  async close(): Promise<void> {
    for (const asked of this.#open) void this.#charge(asked);
    await this.#written;
  }

  async #ask({ doStream, params }: Call): Promise<StreamedAnswer> {
    const asked: Asked = { params, heardBytes: 0 };
    this.#open.add(asked);
    try {
      const { stream, ...rest } = await runInSpan(MODEL, async () => doStream());
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
        asked.heardBytes += Buffer.byteLength(textOfPart(part));
        // The charge is written before the reader decides about another call.
        if (part.type === "finish") await this.#charge(asked, part.usage);
        controller.enqueue(part);
      },
    });
  }

  /**
   * Charges a call once.
   * @returns when the charge is written
   */
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
    // The run's sums do not distinguish reported from estimated tokens, so the log does.
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

/**
 * Returns the reported tokens, or null where none were reported: no input has zero tokens, and an empty output is also
 * estimated at zero.
 */
function toldTokens(tokens: number | undefined): number | null {
  return Number.isInteger(tokens) && tokens !== undefined && tokens > 0 && tokens <= MOST_TOKENS
    ? tokens
    : null;
}

/** Whether a failed call cost nothing, because the server refused it or was never reached. */
function isUnread(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return false;
  const { statusCode, cause } = error;
  if (statusCode !== undefined) return statusCode >= 400;
  return cause instanceof Error && "code" in cause && NEVER_SENT.test(String(cause.code));
}
