"use client";

import { useEffect } from "react";
import { useKeptShell } from "#app/_shell/use-kept-shell.ts";
import { whenIdle } from "#app/_ui/when-idle.ts";
import { claim } from "#lib/client/device.ts";
import type { KeptPage } from "#lib/client/device-store.ts";
import { holdCode } from "#lib/client/offline-worker.ts";
import { useConnection, useLiveSession } from "#lib/client/trip-context.tsx";
import type { TripSession } from "#lib/client/trip-session.ts";

type TripKeptProps = Pick<KeptPage, "viewer" | "agent"> & {
  /** The page was opened without the service's answer, from what is kept here. */
  isFromDevice: boolean;
};

/** Keeps the open trip on this device for its next opening without a network. */
export function TripKept({ viewer, agent, isFromDevice }: TripKeptProps) {
  const session = useLiveSession();
  useKeptShell();
  useEffect(holdCode, []);
  useEffect(() => {
    const ends: Array<() => void> = [];
    let isOver = false;
    async function begin() {
      const follow = await keeperFor(viewer.userId, isFromDevice);
      if (follow && !isOver) ends.push(follow(session, { viewer, agent }));
    }
    ends.push(whenIdle(() => void begin(), 3000));
    return () => {
      isOver = true;
      for (const end of ends) end();
    };
  }, [session, viewer, agent, isFromDevice]);
  useNewerBuild(session, isFromDevice);
  return null;
}

/** null: the device is somebody else's by now, or the code for it cannot be had. */
async function keeperFor(userId: string, isFromDevice: boolean) {
  try {
    if (!isFromDevice && !(await claim(userId))) return null;
    return (await import("#lib/client/trip-keeper.ts")).followTrip;
  } catch {
    return null;
  }
}

/** A page that was kept for long may be too old for the service: where nothing would be lost, it is loaded anew. */
function useNewerBuild(session: TripSession, isFromDevice: boolean) {
  const isOutdated = useConnection() === "outdated";
  useEffect(() => {
    if (isOutdated && isFromDevice && session.store.queue.state === "saved") window.location.reload();
  }, [isOutdated, isFromDevice, session]);
}
