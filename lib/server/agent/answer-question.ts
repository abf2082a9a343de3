import { isStepCount, streamText, type TextStreamPart, type ToolSet } from "ai";
import type { BegunRun } from "./begin-run.ts";
import { conversationBefore } from "./conversation.ts";
import type { RunEnd } from "./end-run.ts";
import { bareFailure, faultOf } from "./faults.ts";
import { endOfStoppedRun, failedRunEnd } from "./run-ends.ts";
import { log } from "../http/log.ts";
import { env } from "../env/env.ts";
import type { RunJournal, RunWriter } from "./journal.ts";
import { instructionsFor } from "./instructions.ts";
import { languageModel, silenceTimeouts } from "./language-model.ts";
import { RunCosts } from "./run-costs.ts";
import type { StopReason } from "./runs-here.ts";
import { withFoundPhotos } from "./show-photos.ts";
import { markResultsKnown, type ToolRun } from "./tool.ts";
import { modelTools } from "./tools.ts";

/**
 * Calls the model until it has nothing more to do.
 * @throws errors that are not the model's fault
 */
export async function answerQuestion(run: ToolRun, begun: BegunRun, voice: RunWriter): Promise<RunEnd> {
  const account = new RunCosts(run.ctx);
  const over = new AbortController();
  try {
    return await answered(run, begun, voice, {
      account,
      signal: AbortSignal.any([run.ctx.signal, over.signal]),
    });
  } finally {
    // The charge depends on what was received, so the connections to the model are closed before the charge.
    over.abort();
    await account.close();
  }
}

interface Asking {
  account: RunCosts;
  /** Aborts when the model's output is no longer read. */
  signal: AbortSignal;
}

async function answered(
  run: ToolRun,
  begun: BegunRun,
  { journal, stop }: RunWriter,
  { account, signal }: Asking,
): Promise<RunEnd> {
  const model = account.metered(languageModel());
  const [messages, instructions] = await Promise.all([
    conversationBefore(run, begun, { model, signal }),
    instructionsFor(run),
  ]);
  // The time for the summary of the conversation counts as part of the run's time.
  const spent = account.overspent();
  if (spent) return failedRunEnd(spent);
  const progress: Progress = { hasSpoken: false, hasActed: false, finish: "" };
  try {
    const { stream } = streamText({
      model,
      instructions,
      messages,
      tools: modelTools(run, journal),
      // Tool calls run one after another, so that writes have the order in which the model made them.
      toolCallConcurrency: 1,
      // The cost limit is checked after each answer, because its cost is known only when it is complete.
      stopWhen: [isStepCount(env().AGENT_MAX_STEPS), () => account.overspent() !== null],
      prepareStep: ({ messages: before }) => {
        markResultsKnown(run);
        return { messages: withFoundPhotos(run, before) };
      },
      maxOutputTokens: env().AGENT_MAX_OUTPUT_TOKENS,
      maxRetries: 1,
      timeout: silenceTimeouts(),
      abortSignal: signal,
      // The callback does nothing, because the errors also arrive as parts of the stream.
      onError: () => undefined,
    });
    await follow(stream, journal, progress);
    return stop.signal.aborted ? endOfStoppedRun(reasonOf(stop.signal)) : endAfter(progress, account);
  } catch (error) {
    if (stop.signal.aborted) return endOfStoppedRun(reasonOf(stop.signal));
    const code = faultOf(error, progress);
    log().warn({ fault: code, ...bareFailure(error), tripId: run.tripId }, "the agent's model failed");
    return failedRunEnd(code);
  }
}

interface Progress {
  /** Whether the model has sent some text. */
  hasSpoken: boolean;
  hasActed: boolean;
  /** The model's reason for the end of its last answer; empty when the answer was cut off. */
  finish: string;
}

async function follow(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  journal: RunJournal,
  progress: Progress,
): Promise<void> {
  let speaking: number | null = null;
  for await (const part of stream) {
    if (part.type === "text-delta" && part.text !== "") {
      speaking ??= journal.nextIndex();
      progress.hasSpoken = true;
      journal.text(speaking, part.text);
    } else if (part.type === "text-end" || part.type === "tool-call") {
      speaking = null;
      progress.hasActed ||= part.type === "tool-call";
    } else if (part.type === "finish-step") {
      speaking = null;
      progress.finish = part.finishReason;
    } else if (part.type === "error") throw part.error;
    else if (part.type === "abort") {
      progress.finish = "";
      return;
    }
  }
}

function endAfter({ finish, hasSpoken, hasActed }: Progress, account: RunCosts): RunEnd {
  // The model wanted to call more tools, but a limit is reached.
  if (finish === "tool-calls") return failedRunEnd(account.overspent() ?? "TOO_MANY_STEPS");
  if (finish === "length") return failedRunEnd("TOO_MANY_TOKENS");
  if (finish === "error" || finish === "content-filter") return failedRunEnd("MODEL_BROKE_OFF");
  // Without a reason for its end, the answer was cut off, because the model sent nothing for too long.
  if (finish === "") return failedRunEnd(hasSpoken || hasActed ? "MODEL_BROKE_OFF" : "MODEL_UNREACHABLE");
  return hasSpoken || hasActed ? { status: "done", fault: null } : failedRunEnd("MODEL_SILENT");
}

function reasonOf({ reason }: AbortSignal): StopReason {
  // The cast is safe because the signal is only aborted with a StopReason.
  return reason as StopReason;
}
