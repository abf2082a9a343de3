/**
 * Returns the value of `answer`, or null when it takes longer than `patienceMs` milliseconds or the signal aborts
 * first.
 */
export async function withTimeout<T>(
  patienceMs: number,
  answer: Promise<T>,
  signal?: AbortSignal,
): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const giveUp = (): void => resolve(null);
  const timer = setTimeout(giveUp, patienceMs);
  signal?.addEventListener("abort", giveUp, { once: true });
  if (signal?.aborted) giveUp();
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}
