import type { Db } from "#db/client.ts";
import { saveJobRuns } from "#db/queries/background-work.ts";
import { errorKind, log } from "../http/log.ts";

/** How often a success after another success is written to the database; other results are written at once. */
const QUIET_MS = 30_000;

interface Run {
  name: string;
  at: Date;
  error: string | null;
  /** The number of failures since the last success that this process knows of, or since the last write. */
  failures: number;
}

/** The results that are not written yet, by the work's name. */
let waiting = new Map<string, Run>();
/** When a success was last written; absent for work that has failed since. */
const quietSince = new Map<string, number>();

/** Runs background work and notes its result; errors are thrown on. */
export async function runAndRecord<T>(name: string, work: () => Promise<T>): Promise<T> {
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
  waiting.set(name, { name, at, error: errorKind(error), failures });
}

/** Writes the noted results to the database. It never rejects: what cannot be written is written the next time. */
export async function writeRecordedRuns(db: Db): Promise<void> {
  const runs = [...waiting.values()];
  if (runs.length === 0) return;
  waiting = new Map();
  try {
    await saveJobRuns(db, { runs: JSON.stringify(runs) });
  } catch (error) {
    for (const run of runs) if (!waiting.has(run.name)) waiting.set(run.name, run);
    log().warn({ err: error }, "how background work goes was not written down");
  }
}
