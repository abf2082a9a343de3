"use client";

import { useEffect } from "react";
import { useStoredAppShell } from "#app/_shell/use-kept-shell.ts";
import { whenIdle } from "#app/_ui/when-idle.ts";
import { pinCachedBuild } from "#lib/client/offline/held-code.ts";
import { useLiveSession } from "#lib/client/open-trip/trip-context.tsx";
import type { OpenedTrip } from "#lib/client/offline/trip-persistence.ts";

/** Stores the open trip on this device, so that it can be opened without a network. */
export function TripPersistence({
  viewer,
  agent,
  isFromDevice,
  tilesUrl,
  hasWays,
}: Omit<OpenedTrip, "session">) {
  const session = useLiveSession();
  useStoredAppShell();
  useEffect(pinCachedBuild, []);
  useEffect(() => {
    const ends: Array<() => void> = [];
    let isOver = false;
    async function begin() {
      const { persistTrip: followTrip } = await import("#lib/client/offline/trip-persistence.ts");
      const end = await followTrip({ session, viewer, agent, isFromDevice, tilesUrl, hasWays });
      if (isOver) end();
      else ends.push(end);
    }
    // If the code for storing cannot be loaded, nothing is stored.
    ends.push(whenIdle(() => void begin().catch(() => undefined), 3000));
    return () => {
      isOver = true;
      for (const end of ends) end();
    };
  }, [session, viewer, agent, isFromDevice, tilesUrl, hasWays]);
  return null;
}
