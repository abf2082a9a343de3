import { platform, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { AppError, type ErrorCode, type Issue } from "#lib/shared/errors.ts";
import { type Job, read } from "./jobs.ts";

/** What becomes of a job: an error loses its class on the way to another thread, so a refusal goes as what it is made of. */
export type Outcome =
  | { id: number; result: unknown }
  | {
      id: number;
      refusal: { code: ErrorCode; message: string; details?: Record<string, unknown>; issues?: Issue[] };
    }
  | { id: number; fault: unknown };

// A thread's priority is its own on Linux alone; elsewhere it would be the whole process's.
if (platform() === "linux") setPriority(0, 10);

parentPort?.on("message", (message: { id: number; job: Job }) => void answer(message));

async function answer({ id, job }: { id: number; job: Job }): Promise<void> {
  parentPort?.postMessage(await outcomeOf(id, job), []);
}

async function outcomeOf(id: number, job: Job): Promise<Outcome> {
  try {
    return { id, result: await read(job) };
  } catch (error) {
    if (!(error instanceof AppError)) return { id, fault: error };
    const { code, message, details, issues } = error;
    return { id, refusal: { code, message, ...(details && { details }), ...(issues && { issues }) } };
  }
}
