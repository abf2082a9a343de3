import PQueue from "p-queue";
import { AppError } from "#lib/shared/errors.ts";

interface GateOptions {
  atOnce: number;
  waiting: number;
  /** The message of the error when the queue is full. */
  refusal: string;
}

/**
 * A concurrency limit: `atOnce` tasks run at once, and `waiting` more wait in a queue in their order.
 * @returns a function that runs a task under the limit; it throws AppError UNAVAILABLE when the queue is full.
 */
export function createConcurrencyLimit({ atOnce, waiting, refusal }: GateOptions) {
  const queue = new PQueue({ concurrency: atOnce });
  return async function pass<T>(work: () => Promise<T>): Promise<T> {
    if (queue.pending >= atOnce && queue.size >= waiting) throw new AppError("UNAVAILABLE", refusal);
    return await queue.add(work);
  };
}
