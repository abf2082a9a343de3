import { setTimeout as sleep } from "node:timers/promises";
import { runAndRecord } from "../background/note-runs.ts";
import { defer } from "../http/defer.ts";
import { log } from "../http/log.ts";
import { count } from "../telemetry/telemetry.ts";

/** Jobs by the name under which the log mentions them. */
export type Jobs = Record<string, () => Promise<unknown>>;

/** Jobs that still run although the tick that started them has ended, by name. */
const late = new Map<string, object>();

/**
 * Runs jobs concurrently: a job neither waits for another nor stops when another fails. A job that takes longer than
 * `patienceMs` continues alone, so that the next tick can run the others, and is not started again until it has ended.
 * @throws Error that names the jobs that have failed by then; each failure is logged
 */
export async function runJobs(jobs: Jobs, patienceMs: number): Promise<void> {
  const tick = {};
  const failed: string[] = [];
  const open = new Set<string>();
  const begin = async (name: string, work: Jobs[string]): Promise<void> => {
    open.add(name);
    if (!(await attempt(name, work))) failed.push(name);
    open.delete(name);
    if (late.get(name) === tick) late.delete(name);
  };
  const due = Object.entries(jobs).filter(([name]) => !late.has(name));
  const all = Promise.all(due.map(([name, work]) => begin(name, work)));
  defer(() => all, "background jobs");
  const ended = new AbortController();
  const patience = sleep(patienceMs, undefined, { signal: ended.signal }).catch(() => undefined);
  await Promise.race([all, patience]);
  ended.abort();
  for (const name of open) late.set(name, tick);
  requireNone(failed);
}

/** Runs jobs one after another. All of them run, even if some fail. */
export async function runInTurn(jobs: Jobs): Promise<void> {
  const failed: string[] = [];
  for (const [name, work] of Object.entries(jobs)) {
    if (!(await attempt(name, work))) failed.push(name);
  }
  requireNone(failed);
}

async function attempt(name: string, work: Jobs[string]): Promise<boolean> {
  try {
    await runAndRecord(name, work);
    count("wayfare.background.runs", { "wayfare.job": name, outcome: "done" });
    return true;
  } catch (error) {
    count("wayfare.background.runs", { "wayfare.job": name, outcome: "failed" });
    log().error({ err: error, job: name }, "a background job failed");
    return false;
  }
}

function requireNone(failed: string[]): void {
  if (failed.length > 0) throw new Error(`Background jobs failed: ${failed.join(", ")}.`);
}
