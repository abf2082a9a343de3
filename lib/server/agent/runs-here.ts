import { beforeTheEnd } from "../stopping.ts";

/** Runs that this process conducts, and how each is stopped. */
const here = new Map<string, AbortController>();
/** What has begun by now has no time any more. */
let isTooLate = false;
let onLeft: () => void = () => {};

/** Why a run's signal fires. */
export type StopReason = "cancelled" | "lost" | "late" | "removed" | "stopping";

export function enterRun(runId: string): AbortController {
  beforeTheEnd("runs of the agent", letRunsEnd);
  const stop = new AbortController();
  here.set(runId, stop);
  if (isTooLate) stop.abort("stopping" satisfies StopReason);
  return stop;
}

export function leaveRun(runId: string): void {
  here.delete(runId);
  onLeft();
}

/** At once, where it runs in this process; another one notices by itself. */
export function stopRunHere(runId: string, reason: StopReason = "cancelled"): void {
  here.get(runId)?.abort(reason);
}

/** Waits for all of them; those that are still at work by then are told to stop, and end as any that is stopped. */
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
