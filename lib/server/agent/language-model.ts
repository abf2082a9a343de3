import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { env } from "../env/env.ts";
import { withinWireLimits } from "./answer-limits.ts";
import { requireAgent } from "./configured.ts";

type Model = ReturnType<ReturnType<typeof createOpenAICompatible>>;

// The SDK's warnings are turned off, because it would print them beside the structured log.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Returns the operator's model. Its server gets the prompts and is trusted with nothing else. */
export function languageModel(): Model {
  const { model, apiKey, baseUrl } = requireAgent();
  const server = createOpenAICompatible({
    name: "agent",
    baseURL: baseUrl,
    apiKey,
    includeUsage: true,
    fetch: carefulFetch,
  });
  return server(model);
}

/** Returns how long the model may send nothing, before its first text and between two parts. */
export function silenceTimeouts(): { firstChunkMs: number; chunkMs: number } {
  const ms = env().AGENT_MAX_SILENCE_SECONDS * 1000;
  return { firstChunkMs: ms, chunkMs: ms };
}

/** A fetch with a timeout until the response's headers, because the SDK's own timeout starts only with them. */
const carefulFetch: typeof fetch = async (input, init) => {
  const silent = new AbortController();
  const signal = init?.signal ? AbortSignal.any([init.signal, silent.signal]) : silent.signal;
  const timer = setTimeout(() => silent.abort(), silenceTimeouts().firstChunkMs);
  try {
    return withinWireLimits(await fetch(input, { ...init, signal }));
  } finally {
    clearTimeout(timer);
  }
};
