import { forgetRecent } from "./own-storage.ts";

/*
 * Who asks for what the device keeps (device-store.ts), without its code: pages of people who are not signed in need it
 * only where somebody was.
 */
const MARK = "device-kept";
/** A browser whose storage hangs must not hold anybody up who wants to leave. */
const PATIENCE_MS = 2000;

/** Something may be kept here. */
export function isKept(): boolean {
  try {
    return localStorage.getItem(MARK) !== null;
  } catch {
    return false;
  }
}

/** Says whether something may be kept here. */
export function mark(kept: boolean): void {
  try {
    if (kept) localStorage.setItem(MARK, "1");
    else localStorage.removeItem(MARK);
  } catch {
    // Then nothing is kept either.
  }
}

/**
 * Whoever was signed in here has left: no trip stays, nor what they looked for. With `userId` only what is theirs. Never
 * rejects.
 */
export async function wipe(userId?: string): Promise<void> {
  forgetRecent(userId);
  const wiped = import("./device-store.ts").then(({ wipeDevice }) => wipeDevice(userId));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([wiped, late]).catch(() => undefined);
  if (userId === undefined) mark(false);
}

/** The trip is not this person's any more. Never rejects. */
export async function forget(tripId: string): Promise<void> {
  if (!isKept()) return;
  await import("./device-store.ts").then(
    ({ dropTrip }) => dropTrip(tripId.toLowerCase()),
    () => undefined,
  );
}
