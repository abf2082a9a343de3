import type { TripStore } from "#lib/client/trip-store.ts";

type Sending = Pick<TripStore, "changes"> & { queue: Pick<TripStore["queue"], "state"> };

/** Waits until everything that was written here has its answer; false as soon as it is clear that none comes for now. */
export function whenSent(store: Sending): Promise<boolean> {
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
