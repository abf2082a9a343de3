/** The name of the lock with which only one page of a browser at a time stores offline maps. */
const LOCK = "wayfare-offline";

/**
 * Runs `work` alone among the pages of this browser. `onWait` is called when another page holds the lock. In browsers
 * without locks, several pages may fetch the same data.
 */
export async function withOfflineLock(
  signal: AbortSignal,
  onWait: () => void,
  work: () => Promise<void>,
): Promise<void> {
  if (!("locks" in navigator)) return work();
  let isFree = true;
  await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    isFree = lock !== null;
    if (isFree) await work();
  });
  if (isFree || signal.aborted) return;
  onWait();
  await navigator.locks.request(LOCK, { signal }, work);
}
