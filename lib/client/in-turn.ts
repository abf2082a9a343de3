/** One page of a browser keeps maps at a time. */
const LOCK = "wayfare-offline";

/** `onWait`: another page is at it. Where browsers have no locks, pages may fetch the same. */
export async function inTurn(
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
