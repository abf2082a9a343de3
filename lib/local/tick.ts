import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "./log.ts";

const EVERY_MS = 5000;
const TIMEOUT_MS = 30_000;

/** Runs the jobs until the signal is raised; logs when they begin to fail and when they work again. */
export async function keepTicking(
  origin: string,
  secret: string,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  let failure = "";
  while (!signal.aborted) {
    const outcome = await tick(origin, secret, signal);
    if (signal.aborted) return;
    if (outcome !== failure) log(outcome ? `background jobs fail: ${outcome}` : "background jobs work again");
    failure = outcome;
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function tick(origin: string, secret: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(`${origin}/api/internal/tick`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.arrayBuffer();
    return response.ok ? "" : `status ${response.status}`;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
    return `${String(error)}${cause}`;
  }
}
