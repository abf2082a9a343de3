import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type Job, type Outcome, Reply } from "./jobs.ts";

/** The process that puts load on the service. */
export interface Driver {
  run(job: Job): Promise<Outcome>;
  stop(): Promise<void>;
}

export function startDriver(): Driver {
  const child = fork(join(import.meta.dirname, "driver.ts"));
  return { run: (job) => run(child, job), stop: () => stop(child) };
}

async function run(child: ChildProcess, job: Job): Promise<Outcome> {
  const answered = new AbortController();
  const { signal } = answered;
  child.send(job);
  const ended = once(child, "exit", { signal }).then(() => ({ error: "The load driver has ended." }));
  ended.catch(() => undefined);
  const answer = once(child, "message", { signal }).then(([message]: unknown[]) => Reply.parse(message));
  const reply = await Promise.race([answer, ended]);
  answered.abort();
  if ("error" in reply) throw new Error(`${job.kind}: ${reply.error}`);
  return reply;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, "exit");
  child.disconnect();
  await exited;
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function rate({ latencies, seconds }: Outcome): number {
  return latencies.length / seconds;
}
