import type { Db } from "#db/client.ts";
import { noteRuns } from "#db/queries/background-work.ts";
import { kindOf, log } from "../http/log.ts";

/** A success that follows others is written down so often; whatever is news, at once. */
const QUIET_MS = 30_000;

interface Run {
  name: string;
  at: Date;
  error: string | null;
  /** Since the last success that this process knows of, or the last time they were written down. */
  failures: number;
}

/** What has yet to be written down, by name. */
let waiting = new Map<string, Run>();
/** When a success was last written down; none for work that failed since. */
const quietSince = new Map<string, number>();

/** Runs background work and notes how it went; what it throws goes on. */
export async function noted<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    noteSuccess(name, new Date());
    return result;
  } catch (error) {
    noteFailure(name, error, new Date());
    throw error;
  }
}

function noteSuccess(name: string, at: Date): void {
  if (at.getTime() - (quietSince.get(name) ?? 0) < QUIET_MS) return;
  quietSince.set(name, at.getTime());
  waiting.set(name, { name, at, error: null, failures: 0 });
}

function noteFailure(name: string, error: unknown, at: Date): void {
  quietSince.delete(name);
  const failures = (waiting.get(name)?.failures ?? 0) + 1;
  waiting.set(name, { name, at, error: kindOf(error), failures });
}

/** Writes down what has been noted. Never rejects: what can't be written is said with the next. */
export async function writeRuns(db: Db): Promise<void> {
  const runs = [...waiting.values()];
  if (runs.length === 0) return;
  waiting = new Map();
  try {
    await noteRuns(db, { runs: JSON.stringify(runs) });
  } catch (error) {
    for (const run of runs) if (!waiting.has(run.name)) waiting.set(run.name, run);
    log().warn({ err: error }, "how background work goes was not written down");
  }
}
