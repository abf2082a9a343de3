import { setTimeout as sleep } from "node:timers/promises";

const LOOK_EVERY_MS = 50;

/** Checks a condition repeatedly. @returns whether it became true in time */
export async function pollUntil(isSo: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  for (const deadline = performance.now() + withinMs; ; await sleep(LOOK_EVERY_MS)) {
    if (await isSo()) return true;
    if (performance.now() > deadline) return false;
  }
}

/** Waits until a condition is true. @throws Error that names what did not happen in time */
export async function expectWithin(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<void> {
  if (!(await pollUntil(isSo, withinMs)))
    throw new Error(`It was not seen within ${withinMs / 1000} s that ${what}.`);
}
