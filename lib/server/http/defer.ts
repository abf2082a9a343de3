import { after } from "next/server.js";
import { env } from "../env/env.ts";
import { onShutdown } from "../process/graceful-shutdown.ts";
import { log } from "./log.ts";

const running = new Set<Promise<void>>();

/**
 * Starts work that the answer does not wait for: publishing, mail, the sample trip. It starts at once and never delays
 * or fails the answer. On the edge the platform is told to wait for it; elsewhere the process lives longer than the
 * request anyway.
 */
export function defer(work: () => Promise<unknown>, what = "work after the answer"): void {
  onShutdown("work after answers", awaitDeferredWork);
  const task = run(work, what);
  running.add(task);
  void task.finally(() => running.delete(task));
  if (env().isEdge) after(() => task);
}

async function run(work: () => Promise<unknown>, what: string): Promise<void> {
  try {
    await work();
  } catch (error) {
    log().error({ err: error }, `${what} failed`);
  }
}

/** Waits until all deferred work has ended, including work that deferred work has started. */
export async function awaitDeferredWork(): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}
