/** What an answer says; null where it takes longer than so many milliseconds, or the signal ends the wait. */
export async function inTime<T>(
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
