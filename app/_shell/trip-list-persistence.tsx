"use client";

import { useEffect } from "react";
import { useStoredAppShell } from "#app/_shell/use-kept-shell.ts";
import { whenIdle } from "#app/_ui/when-idle.ts";
import type { ListedTrip } from "#lib/client/offline/device-store.ts";

/**
 * Stores the names of the listed trips on the device, so that a user without a connection sees which trips have no
 * offline copy.
 */
export function TripListPersistence({
  userId,
  trips,
}: {
  userId: string;
  trips: readonly ListedTrip[] | null;
}) {
  useStoredAppShell();
  useEffect(() => whenIdle(() => void keep(userId, trips), 3000), [userId, trips]);
  return null;
}

async function keep(userId: string, trips: readonly ListedTrip[] | null): Promise<void> {
  try {
    const { claimDeviceForUser } = await import("#lib/client/offline/device-claim.ts");
    if (!(await claimDeviceForUser(userId)) || !trips) return;
    const { storeTripList } = await import("#lib/client/offline/device-store.ts");
    await storeTripList(userId, trips);
  } catch {
    // If the code can't be fetched, the next visit stores the list.
  }
}
