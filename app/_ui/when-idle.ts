/**
 * Calls `run` when the browser is idle, after `atLatestMs` milliseconds at the latest. Returns a function that cancels
 * the call.
 */
export function whenIdle(run: () => void, atLatestMs: number): () => void {
  // Older Safari has no idle callbacks.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run, { timeout: atLatestMs });
  return () => cancelIdleCallback(request);
}
