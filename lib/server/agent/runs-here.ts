import { onShutdown } from "../process/graceful-shutdown.ts";

/** The runs of this process, each with the controller that stops it. */
const here = new Map<string, AbortController>();
/** Whether the process is about to end, so that a new run has no time any more. */
let isTooLate = false;
let onLeft: () => void = () => {};

/** Why a run is stopped. */
export type StopReason = "cancelled" | "lost" | "late" | "removed" | "stopping";

export function registerRun(runId: string): AbortController {
  onShutdown("runs of the agent", letRunsEnd);
  const stop = new AbortController();
  here.set(runId, stop);
  if (isTooLate) stop.abort("stopping" satisfies StopReason);
  return stop;
}

export function unregisterRun(runId: string): void {
  here.delete(runId);
  onLeft();
}

/** Stops a run at once if it runs in this process; another process notices the stop by itself. */
export function stopRunHere(runId: string, reason: StopReason = "cancelled"): void {
  here.get(runId)?.abort(reason);
}

/**
 * Waits until all runs of this process have ended. Runs that still work when `late` aborts are stopped like any other.
 */
async function letRunsEnd(late: AbortSignal): Promise<void> {
  while (here.size > 0 && !late.aborted) {
    const { promise, resolve } = Promise.withResolvers<void>();
    onLeft = resolve;
    late.addEventListener("abort", () => resolve(), { once: true });
    await promise;
  }
  isTooLate = late.aborted;
  for (const runId of here.keys()) stopRunHere(runId, "stopping");
}
