import { OfflineCopy, type OfflineOptions } from "./offline-copy.ts";
import { Subscribers } from "../base/subscribers.ts";
import type { TripSession } from "../open-trip/trip-session.ts";

const keepers = new Map<TripSession, OfflineCopy>();
const comings = new Subscribers<[]>();

/** Makes the offline copy of an open trip beside its plan; the returned function ends that. */
export function startOfflineCopy(session: TripSession, options: OfflineOptions): () => void {
  const keeper = new OfflineCopy(session, options);
  keepers.set(session, keeper);
  const end = keeper.open();
  comings.tell();
  return () => {
    end();
    if (keepers.get(session) === keeper) keepers.delete(session);
    comings.tell();
  };
}

/** Returns the `OfflineCopy` of an open trip; null when the page makes no offline copy of the trip, or not yet. */
export function offlineCopyOf(session: TripSession): OfflineCopy | null {
  return keepers.get(session) ?? null;
}

/** Notifies subscribers when a trip's `OfflineCopy` is added or removed. */
export const offlineCopyChanges: Pick<typeof comings, "add"> = comings;
