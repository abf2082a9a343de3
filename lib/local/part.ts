import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "./log.ts";

/** One started process of the service, with all its descendants. */
export interface RunningProcess {
  pid: number;
  /** Resolves with the reason when the process has ended, in whatever way. */
  exited: Promise<string>;
  stop(): Promise<void>;
}

export interface ServicePart {
  name: string;
  log: Log;
  /**
   * Resolves when the part is ready. Once the signal is raised, the start is given up and leaves no process running.
   */
  start(signal: AbortSignal): Promise<RunningProcess>;
}

export interface SupervisedPart {
  /** Stops the part; must be called after the signal is raised. */
  stop(): Promise<void>;
}

const FIRST_DELAY_MS = 200;
const LAST_DELAY_MS = 10_000;
const HEALTHY_AFTER_MS = 30_000;

/** Starts a part and keeps it running until the signal is raised. Rejects only when the first start fails. */
export async function supervise(
  part: ServicePart,
  signal: AbortSignal,
  onStart: (running: RunningProcess) => void,
): Promise<SupervisedPart> {
  let running: RunningProcess | undefined = await part.start(signal);
  onStart(running);

  async function restart(delayMs: number): Promise<void> {
    try {
      await sleep(delayMs, undefined, { signal });
      running = await part.start(signal);
      onStart(running);
    } catch (error) {
      if (!signal.aborted) part.log(`could not start: ${String(error)}`);
    }
  }

  async function keep(): Promise<void> {
    let delayMs = FIRST_DELAY_MS;
    while (!signal.aborted) {
      const since = Date.now();
      const reason = await running?.exited;
      if (signal.aborted) return;
      if (reason !== undefined) part.log(`stopped (${reason}); starting it again`);
      if (running && Date.now() - since > HEALTHY_AFTER_MS) delayMs = FIRST_DELAY_MS;
      running = undefined;
      await restart(delayMs);
      delayMs = Math.min(delayMs * 2, LAST_DELAY_MS);
    }
  }

  const kept = keep();
  return {
    async stop() {
      await running?.stop();
      await kept;
      // A restart may just have succeeded when the signal was raised; its process is stopped, too.
      await running?.stop();
    },
  };
}

export function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

export interface StopOptions {
  signal: NodeJS.Signals;
  graceMs: number;
  /** The signal that is sent after the grace period. */
  lastResort: NodeJS.Signals;
  /** A signal that ends the grace period early. */
  hurry?: AbortSignal | undefined;
}

/** Stops a child process and, because it leads its own process group, all processes that it has left running. */
export async function stopChild(
  child: ChildProcess,
  exited: Promise<string>,
  options: StopOptions,
): Promise<void> {
  const { signal, graceMs, lastResort, hurry } = options;
  function insist(): void {
    child.kill(lastResort);
  }
  child.kill(signal);
  const late = setTimeout(insist, graceMs).unref();
  if (hurry?.aborted) insist();
  hurry?.addEventListener("abort", insist, { once: true });
  await exited;
  clearTimeout(late);
  hurry?.removeEventListener("abort", insist);
}

/** Stops the processes of a dead child's process group. */
export function killProcessGroup(pid: number | undefined): void {
  if (pid === undefined || process.platform === "win32") return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The process group had no process left.
  }
}

/** Waits until a child process reports that it is ready; throws if it ends before, or the signal is raised. */
export async function untilReady(
  child: ChildProcess,
  exited: Promise<string>,
  ready: Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  function giveUp(): void {
    child.kill("SIGKILL");
  }
  if (signal.aborted) giveUp();
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    const outcome = await Promise.race([ready.then(() => undefined), exited]);
    if (outcome !== undefined) throw new Error(`it ended before it was ready (${outcome})`);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
