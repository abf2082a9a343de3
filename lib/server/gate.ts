import { AppError } from "#lib/shared/errors.ts";

interface GateOptions {
  atOnce: number;
  waiting: number;
  /** Said to whoever finds no place to wait. */
  refusal: string;
}

/**
 * Lets so many through at once; so many more wait, in their order.
 * @returns runs work through the gate; throws AppError UNAVAILABLE when no place to wait is left
 */
export function createGate({ atOnce, waiting, refusal }: GateOptions) {
  const queue: (() => void)[] = [];
  let inside = 0;

  async function enter(): Promise<void> {
    if (inside < atOnce) {
      inside += 1;
      return;
    }
    if (queue.length >= waiting) throw new AppError("UNAVAILABLE", refusal);
    // Whoever leaves hands its place on.
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
