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
  const queue: (() => void)[] = [];
  let inside = 0;

  async function enter(): Promise<void> {
    if (inside < atOnce) {
      inside += 1;
      return;
    }
    if (queue.length >= waiting) throw new AppError("UNAVAILABLE", refusal);
    // A task that ends gives its slot to the next task of the queue.
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  function leave(): void {
    const next = queue.shift();
    if (next) next();
    else inside -= 1;
  }

  return async function pass<T>(work: () => Promise<T>): Promise<T> {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
