"use client";

import { useSyncExternalStore } from "react";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { usePageViewer } from "./page-viewer.tsx";
import { createDismissedCheckStore, NO_KEYS } from "./dismissed-check-store.ts";

const kept = createDismissedCheckStore(() => window.localStorage);

/** Returns the trip checks that this user has dismissed on this device. */
export function useDismissedChecks() {
  const tripId = useTrip((trip) => trip.id);
  const { userId } = usePageViewer();
  const name = `set-aside ${userId} ${tripId}`;
  const setAside = useSyncExternalStore(
    (changed) => kept.subscribe(changed),
    () => kept.read(name),
    () => NO_KEYS,
  );
  return {
    setAside,
    put: (key: string) => kept.write(name, [...setAside, key]),
    clear: () => kept.write(name, []),
  };
}
