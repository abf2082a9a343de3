import { OfflineKeeper, type OfflineOptions } from "./offline-keeper.ts";
import { Subscribers } from "./subscribers.ts";
import type { TripSession } from "./trip-session.ts";

const keepers = new Map<TripSession, OfflineKeeper>();
const comings = new Subscribers<[]>();

/** Has the device keep what an open trip needs beside its plan; returns what ends that. */
export function followOffline(session: TripSession, options: OfflineOptions): () => void {
  const keeper = new OfflineKeeper(session, options);
  keepers.set(session, keeper);
  const end = keeper.open();
  comings.tell();
  return () => {
    end();
    if (keepers.get(session) === keeper) keepers.delete(session);
    comings.tell();
  };
}

/** null: the page does not keep the trip, or not yet. */
export function offlineKeeper(session: TripSession): OfflineKeeper | null {
  return keepers.get(session) ?? null;
}

/** Tells when a trip's keeper comes or goes. */
export const offlineKeepers: Pick<typeof comings, "add"> = comings;
