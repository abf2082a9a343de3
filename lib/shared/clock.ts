/** Time and chance, so that tests can hold both still. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `work` once, `ms` from now; returns what cancels it. */
  after(ms: number, work: () => void): () => void;
  /** From 0 to 1, 1 excluded. */
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

/** Milliseconds before retry number `attempt` (from 0): doubling, half of it by chance, so that clients don't come in step. */
export function backoffDelay(
  attempt: number,
  { firstMs, maxMs }: Backoff,
  clock: Pick<Clock, "random">,
): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(attempt, 20));
  return full / 2 + (clock.random() * full) / 2;
}
