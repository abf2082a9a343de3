import { availableParallelism } from "node:os";

/** The most minutes that `npm test` may take on the reference machine: two cores that do nothing else. */
export const BUDGET_MINUTES = 45;
/** The time that {@link measureCore} takes on the reference machine, in milliseconds. */
const REFERENCE_MS = 180;
/** A machine that takes more than this multiple of the reference time is slower, or busy, and is not judged. */
const TOLERANCE = 1.15;

/**
 * Returns the milliseconds that a fixed piece of work takes on one core: the best of five, so that a short interruption
 * does not count.
 */
export function measureCore(): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    const rows = Array.from({ length: 300_000 }, (_, index) => ({ id: index, name: `row ${index * 7919}` }));
    const read = JSON.parse(JSON.stringify(rows)) as typeof rows;
    read.sort((one, other) => (one.name < other.name ? -1 : 1));
    return performance.now() - start;
  });
  return Math.min(...times);
}

/** How a run's wall time compares with the budget. */
export type BudgetVerdict = "within" | "exceeded" | "not judged";

/**
 * Judges the wall time of a whole run.
 * @param coreMs {@link measureCore} before and after the run
 */
export function judgeTime(minutes: number, coreMs: readonly number[]): BudgetVerdict {
  const isCalibrated = availableParallelism() >= 2 && Math.max(...coreMs) <= REFERENCE_MS * TOLERANCE;
  if (minutes <= BUDGET_MINUTES) return "within";
  return isCalibrated ? "exceeded" : "not judged";
}

/** Returns the line that `npm test` prints of its wall time. */
export function describeTime(minutes: number, verdict: BudgetVerdict): string {
  const reason =
    verdict === "not judged" ? ": not judged, since this machine is slower than the reference, or busy" : "";
  return `${minutes.toFixed(1)} of ${BUDGET_MINUTES} minutes${reason}`;
}
