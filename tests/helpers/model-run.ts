import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { isStepCount, streamText, tool } from "ai";
import { z } from "zod";
import type { ChatServer } from "#tests/doubles/chat-server.ts";

const ASKED = "What is planned?";

interface Settings {
  key?: string;
  name?: string;
  prompt?: string;
  maxRetries?: number;
  abortSignal?: AbortSignal;
  /** The tool's result. */
  stops?: unknown;
}

/** Starts a run of the AI SDK against a model, with `find_stops` as the only tool. */
export function startRun(model: ChatServer, settings: Settings = {}) {
  const { key = model.key, name = model.model, prompt = ASKED, maxRetries = 0, abortSignal } = settings;
  const provider = createOpenAICompatible({
    name: "model",
    baseURL: model.baseUrl,
    apiKey: key,
    includeUsage: true,
  });
  const calls: unknown[] = [];
  const run = streamText({
    model: provider(name),
    instructions: "You plan trips.",
    prompt,
    maxRetries,
    abortSignal,
    stopWhen: isStepCount(4),
    onError: () => undefined,
    tools: {
      find_stops: tool({
        description: "Finds stops of the trip.",
        inputSchema: z.object({ text: z.string() }),
        execute: (input) => {
          calls.push(input);
          return { stops: settings.stops ?? ["Ichiran"] };
        },
      }),
    },
  });
  return { run, calls };
}

type Run = ReturnType<typeof startRun>["run"];

/** Returns all parts of a run's output in order. The SDK throws when the connection breaks; other errors are parts. */
export async function partsOf(run: Run) {
  const parts = [];
  try {
    for await (const part of run.stream) parts.push(part);
  } catch (error) {
    parts.push({ type: "error" as const, error });
  }
  return parts;
}

/** Returns the error that ended the run. */
export async function errorOf(run: Run): Promise<unknown> {
  return (await partsOf(run)).find((part) => part.type === "error")?.error ?? null;
}
