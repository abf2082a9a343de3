/** Runs that this process conducts, and how each is stopped. */
const here = new Map<string, AbortController>();

/** Why a run's signal fires. */
export type StopReason = "cancelled" | "lost" | "late" | "removed";

export function enterRun(runId: string): AbortController {
  const stop = new AbortController();
  here.set(runId, stop);
  return stop;
}

export function leaveRun(runId: string): void {
  here.delete(runId);
}

/** At once, where it runs in this process; another one notices by itself. */
export function stopRunHere(runId: string, reason: StopReason = "cancelled"): void {
  here.get(runId)?.abort(reason);
}
