/** The sources of time and randomness, which tests can replace with fixed ones. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `work` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, work: () => void): () => void;
  /** A random number from 0 to 1, 1 excluded. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

export interface Backoff {
  firstMs: number;
  maxMs: number;
}

/**
 * Milliseconds before retry number `attempt` (from 0). The delay doubles with each attempt, and half of it is random,
 * so that clients don't all retry at the same time.
 */
export function backoffDelay(
  attempt: number,
  { firstMs, maxMs }: Backoff,
  clock: Pick<Clock, "random">,
): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 20));
  return full / 2 + (clock.random() * full) / 2;
}
