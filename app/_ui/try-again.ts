const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/**
 * Runs an attempt now. While it returns false, it is repeated after a second, then each time after twice as long, up
 * to half a minute, and immediately when the browser reports a connection. Attempts never overlap.
 * @returns a function that ends the repetitions; a running attempt is then the last
 */
export function retryWithBackoff(attempt: () => Promise<boolean>): () => void {
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
