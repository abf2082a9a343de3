"use client";

import { useEffect } from "react";
import { useKeptShell } from "#app/_shell/use-kept-shell.ts";
import { whenIdle } from "#app/_ui/when-idle.ts";
import type { ListedTrip } from "#lib/client/offline/device-store.ts";

/**
 * Stores the names of the listed trips on the device, so that a user without a connection sees which trips are not
 * stored here.
 */
export function KeepList({ userId, trips }: { userId: string; trips: readonly ListedTrip[] | null }) {
  useKeptShell();
  useEffect(() => whenIdle(() => void keep(userId, trips), 3000), [userId, trips]);
  return null;
}

async function keep(userId: string, trips: readonly ListedTrip[] | null): Promise<void> {
  try {
    const { claim } = await import("#lib/client/offline/device-claim.ts");
    if (!(await claim(userId)) || !trips) return;
    const { keepList } = await import("#lib/client/offline/device-store.ts");
    await keepList(userId, trips);
  } catch {
    // The code could not be fetched; the next visit stores the list.
  }
}
