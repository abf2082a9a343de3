import { whenIdle } from "#app/_ui/when-idle.ts";

/**
 * Calls once nothing that the page fetched has come for `quietMs` and the browser is idle, at the latest after so many
 * milliseconds. The result cancels it.
 */
export function whenQuiet(run: () => void, atLatestMs: number, quietMs = 1000): () => void {
  let cancel: (() => void) | undefined;
  let quiet = setTimeout(settle, quietMs);
  const latest = setTimeout(settle, atLatestMs - quietMs);
  const fetches = new PerformanceObserver(() => {
    clearTimeout(quiet);
    quiet = setTimeout(settle, quietMs);
  });
  fetches.observe({ type: "resource" });

  function stop(): void {
    fetches.disconnect();
    clearTimeout(quiet);
    clearTimeout(latest);
  }
  function settle(): void {
    stop();
    cancel = whenIdle(run, quietMs);
  }
  return () => {
    stop();
    cancel?.();
  };
}
