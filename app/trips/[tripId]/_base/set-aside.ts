"use client";

import { useSyncExternalStore } from "react";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { usePageViewer } from "./page-viewer.tsx";
import { createSetAside, NONE } from "./keep-set-aside.ts";

const kept = createSetAside(() => window.localStorage);

/** Returns the trip checks that this user has dismissed on this device. */
export function useSetAside() {
  const tripId = useTrip((trip) => trip.id);
  const { userId } = usePageViewer();
  const name = `set-aside ${userId} ${tripId}`;
  const setAside = useSyncExternalStore(
    (changed) => kept.subscribe(changed),
    () => kept.read(name),
    () => NONE,
  );
  return {
    setAside,
    put: (key: string) => kept.write(name, [...setAside, key]),
    clear: () => kept.write(name, []),
  };
}
