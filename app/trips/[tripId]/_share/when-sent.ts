import type { TripStore } from "#lib/client/sync/trip-store.ts";

type Sending = Pick<TripStore, "changes"> & { queue: Pick<TripStore["queue"], "state"> };

/** Waits until all changes are sent; resolves with false as soon as they cannot be sent at present. */
export function waitUntilSent(store: Sending): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const look = () => {
    const { state } = store.queue;
    if (state !== "saving") resolve(state === "saved");
    return state !== "saving";
  };
  if (look()) return promise;
  const stop = store.changes.add(() => {
    if (look()) stop();
  });
  return promise;
}
