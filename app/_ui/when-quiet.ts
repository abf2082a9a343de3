import { whenIdle } from "#app/_ui/when-idle.ts";

const QUIET_MS = 1000;

/**
 * Calls `run` when the page has loaded nothing for a second and the browser is idle, after `atLatestMs` milliseconds
 * at the latest. Returns a function that cancels the call.
 */
export function runWhenNetworkIdle(run: () => void, atLatestMs: number): () => void {
  let cancel: (() => void) | undefined;
  let quiet = setTimeout(settle, QUIET_MS);
  const latest = setTimeout(settle, atLatestMs - QUIET_MS);
  const fetches = new PerformanceObserver(() => {
    clearTimeout(quiet);
    quiet = setTimeout(settle, QUIET_MS);
  });
  fetches.observe({ type: "resource" });

  function stop(): void {
    fetches.disconnect();
    clearTimeout(quiet);
    clearTimeout(latest);
  }
  function settle(): void {
    stop();
    cancel = whenIdle(run, QUIET_MS);
  }
  return () => {
    stop();
    cancel?.();
  };
}
