import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { env } from "../env.ts";
import { withinWireLimits } from "./answer-limits.ts";
import { requireAgent } from "./configured.ts";

type Model = ReturnType<ReturnType<typeof createOpenAICompatible>>;

// The SDK would print its warnings beside our log.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** The operator's model. Its server is trusted with what it is asked, and with nothing else. */
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

/** How long it may say nothing, before its first word and between any two. */
export function patience(): { firstChunkMs: number; chunkMs: number } {
  const ms = env().AGENT_MAX_SILENCE_SECONDS * 1000;
  return { firstChunkMs: ms, chunkMs: ms };
}

/** The SDK's patience begins with the answer's head, which may never come. */
const carefulFetch: typeof fetch = async (input, init) => {
  const silent = new AbortController();
  const signal = init?.signal ? AbortSignal.any([init.signal, silent.signal]) : silent.signal;
  const timer = setTimeout(() => silent.abort(), patience().firstChunkMs);
  try {
    return withinWireLimits(await fetch(input, { ...init, signal }));
  } finally {
    clearTimeout(timer);
  }
};
