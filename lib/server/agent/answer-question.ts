import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { isStepCount, type LanguageModel, streamText, type TextStreamPart, type ToolSet } from "ai";
import type { AgentFault } from "#lib/shared/agent.ts";
import type { BegunRun } from "./begin-run.ts";
import { requireAgent } from "./configured.ts";
import { conversationBefore } from "./conversation.ts";
import type { RunEnd } from "./end-run.ts";
import { bareFailure, faultOf } from "./faults.ts";
import { endOfStopped, failedBy } from "./run-ends.ts";
import { log } from "../http/log.ts";
import { env } from "../env.ts";
import type { RunVoice } from "./journal.ts";
import { instructionsFor } from "./instructions.ts";
import { costOf, recordUsage } from "./limits.ts";
import type { StopReason } from "./runs-here.ts";
import { learn, type ToolRun } from "./tool.ts";
import { modelTools } from "./tools.ts";

/** No word for so long, from a server that has taken the question. */
const SILENCE_MS = 60_000;

/** Asks the model until it has nothing more to do. @throws what is not the model's fault */
export async function answerQuestion(run: ToolRun, begun: BegunRun, voice: RunVoice): Promise<RunEnd> {
  const { stop } = voice;
  const model = languageModel();
  const [messages, instructions] = await Promise.all([
    conversationBefore(run, begun, model),
    instructionsFor(run),
  ]);
  const account = { hasSpoken: false, hasActed: false, tokens: 0, cost: 0 };
  try {
    const { stream } = streamText({
      model,
      instructions,
      messages,
      tools: modelTools(run, voice.journal),
      // Writes follow each other in the order in which the model has thought of them.
      toolCallConcurrency: 1,
      stopWhen: [isStepCount(env().AGENT_MAX_STEPS), isOverspent],
      prepareStep: () => {
        learn(run);
        return undefined;
      },
      maxOutputTokens: env().AGENT_MAX_OUTPUT_TOKENS,
      maxRetries: 1,
      timeout: { chunkMs: SILENCE_MS, firstChunkMs: SILENCE_MS },
      abortSignal: stop.signal,
      // What goes wrong comes as a part of the stream.
      onError: () => undefined,
    });
    return await followed(stream, run, voice, account);
  } catch (error) {
    if (stop.signal.aborted) return endOfStopped(reasonOf(stop.signal));
    const code = faultOf(error, account.hasSpoken);
    log().warn({ fault: code, ...bareFailure(error), tripId: run.tripId }, "the agent's model failed");
    return failedBy(code);
  }
}

interface Account {
  /** Some words have come. */
  hasSpoken: boolean;
  hasActed: boolean;
  tokens: number;
  /** In millionths. */
  cost: number;
}

async function followed(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  run: ToolRun,
  { journal, stop }: RunVoice,
  account: Account,
): Promise<RunEnd> {
  let speaking: number | null = null;
  let finish = "";
  for await (const part of stream) {
    if (part.type === "text-delta" && part.text !== "") {
      speaking ??= journal.nextIndex();
      account.hasSpoken = true;
      journal.text(speaking, part.text);
    } else if (part.type === "text-end" || part.type === "tool-call") {
      speaking = null;
      account.hasActed ||= part.type === "tool-call";
    } else if (part.type === "finish-step") {
      speaking = null;
      finish = part.finishReason;
      await charge(run, part.usage, account);
    } else if (part.type === "error") throw part.error;
    else if (part.type === "abort") break;
  }
  if (stop.signal.aborted) return endOfStopped(reasonOf(stop.signal));
  return endAfter(finish, account);
}

function endAfter(finish: string, account: Account): RunEnd {
  // It wanted to go on, and may not.
  if (finish === "tool-calls") return failedBy(overspent(account) ?? "TOO_MANY_STEPS");
  if (finish === "length") return failedBy("TOO_MANY_TOKENS");
  if (finish === "error" || finish === "content-filter") return failedBy("MODEL_BROKE_OFF");
  const { hasSpoken, hasActed } = account;
  // It said no more for too long.
  if (finish === "") return failedBy(hasSpoken || hasActed ? "MODEL_BROKE_OFF" : "MODEL_UNREACHABLE");
  return hasSpoken || hasActed ? { status: "done", fault: null } : failedBy("MODEL_SILENT");
}

interface Usage {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
}

/** Records what one answer has cost. */
async function charge({ ctx }: ToolRun, usage: Usage, account: Account): Promise<void> {
  const { inputTokens = 0, outputTokens = 0 } = usage;
  const cost = costOf({ inputTokens, outputTokens });
  account.tokens += inputTokens + outputTokens;
  account.cost += cost;
  await recordUsage(ctx, { inputTokens, outputTokens, cost });
}

/** Which limit answers of so many tokens have passed. */
function overspent({ tokens, cost }: Pick<Account, "tokens" | "cost">): AgentFault["code"] | null {
  const { AGENT_MAX_TOKENS, AGENT_MAX_COST = Infinity } = env();
  if (tokens > AGENT_MAX_TOKENS) return "TOO_MANY_TOKENS";
  return cost > AGENT_MAX_COST * 1_000_000 ? "TOO_COSTLY" : null;
}

/** Asked before each further answer; what one of them costs is known only when it is there. */
function isOverspent({ steps }: { steps: readonly { usage: Usage }[] }): boolean {
  const used = steps.map(({ usage: { inputTokens = 0, outputTokens = 0 } }) => ({
    inputTokens,
    outputTokens,
  }));
  const tokens = used.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
  return overspent({ tokens, cost: used.reduce((sum, usage) => sum + costOf(usage), 0) }) !== null;
}

function reasonOf({ reason }: AbortSignal): StopReason {
  // Only ever aborted with one of them.
  return reason as StopReason;
}

function languageModel(): LanguageModel {
  const { model, apiKey, baseUrl } = requireAgent();
  return createOpenAICompatible({ name: "agent", baseURL: baseUrl, apiKey, includeUsage: true })(model);
}
