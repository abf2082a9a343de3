"use client";

import { useEffect } from "react";
import { useKeptShell } from "#app/_shell/use-kept-shell.ts";
import { whenIdle } from "#app/_ui/when-idle.ts";
import type { ListedTrip } from "#lib/client/device-store.ts";

/** Keeps the names of the trips that the list shows, so that one learns without a network which of them are not here. */
export function KeepList({ userId, trips }: { userId: string; trips: readonly ListedTrip[] | null }) {
  useKeptShell();
  useEffect(() => whenIdle(() => void keep(userId, trips), 3000), [userId, trips]);
  return null;
}

async function keep(userId: string, trips: readonly ListedTrip[] | null): Promise<void> {
  try {
    const { claim } = await import("#lib/client/device-claim.ts");
    if (!(await claim(userId)) || !trips) return;
    const { keepList } = await import("#lib/client/device-store.ts");
    await keepList(userId, trips);
  } catch {
    // Its code could not be fetched; the next visit keeps it.
  }
}
