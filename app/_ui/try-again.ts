const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/**
 * Runs an attempt now and, while it answers false, again: after a second, then each time after twice as long, up to half a minute,
 * and at once when the browser says that the connection is back. Attempts never overlap.
 * @returns ends it; an attempt that is under way is the last
 */
export function tryAgainAfter(attempt: () => Promise<boolean>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_MS;
  let isRunning = false;
  let hasEnded = false;

  async function run(): Promise<void> {
    if (isRunning || hasEnded) return;
    clearTimeout(timer);
    isRunning = true;
    const isDone = await attempt();
    isRunning = false;
    if (isDone) end();
    if (hasEnded) return;
    timer = setTimeout(() => void run(), wait);
    wait = Math.min(wait * 2, LONGEST_MS);
  }
  const online = () => void run();
  function end(): void {
    hasEnded = true;
    clearTimeout(timer);
    window.removeEventListener("online", online);
  }
  window.addEventListener("online", online);
  void run();
  return end;
}
