import { platform, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { AppError, type ErrorCode, type Issue } from "#lib/shared/errors.ts";
import { type ReadTask, runReadTask } from "./read-tasks.ts";

/**
 * The result of a job. An error loses its class when it is sent to another thread, so an AppError is sent as its
 * fields.
 */
export type TaskOutcome =
  | { id: number; result: unknown }
  | {
      id: number;
      refusal: { code: ErrorCode; message: string; details?: Record<string, unknown>; issues?: Issue[] };
    }
  | { id: number; fault: unknown };

// Only on Linux does this set the priority of the thread; elsewhere it would set that of the whole process.
if (platform() === "linux") setPriority(0, 10);

parentPort?.on("message", (message: { id: number; job: ReadTask }) => void answer(message));

async function answer({ id, job }: { id: number; job: ReadTask }): Promise<void> {
  parentPort?.postMessage(await outcomeOf(id, job), []);
}

async function outcomeOf(id: number, job: ReadTask): Promise<TaskOutcome> {
  try {
    return { id, result: await runReadTask(job) };
  } catch (error) {
    if (!(error instanceof AppError)) return { id, fault: error };
    const { code, message, details, issues } = error;
    return { id, refusal: { code, message, ...(details && { details }), ...(issues && { issues }) } };
  }
}
