import { after } from "next/server.js";
import { env } from "../env.ts";
import { beforeTheEnd } from "../stopping.ts";
import { log } from "./log.ts";

const running = new Set<Promise<void>>();

/**
 * Work after the answer: publishing, mail, the sample trip. It starts at once and never delays or fails the answer.
 * On the edge the platform is told to wait for it; elsewhere the process outlives the request anyway.
 */
export function defer(work: () => Promise<unknown>, what = "work after the answer"): void {
  beforeTheEnd("work after answers", settleDeferred);
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

/** Waits until nothing deferred is under way, including what that work deferred itself. */
export async function settleDeferred(): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}
