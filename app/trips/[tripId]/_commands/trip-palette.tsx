"use client";

import { Palette } from "#app/_palette/palette.tsx";
import { useCommands } from "#app/_palette/use-commands.ts";
import { useTrip } from "#lib/client/trip-context.tsx";
import { usePageViewer } from "../_shell/page-viewer.tsx";
import { useTripCommands } from "./use-trip-commands.ts";
import { useTripThings } from "./use-trip-things.ts";

/** Everything in this trip, everything one can do with it, and what is on every page. */
export default function TripPalette({ onClose }: { onClose: () => void }) {
  const { userId, isGuest } = usePageViewer();
  const tripId = useTrip((trip) => trip.id);
  const items = [...useTripCommands(), ...useTripThings(), ...useCommands(isGuest)];
  return <Palette userId={userId} isGuest={isGuest} tripId={tripId} items={items} onClose={onClose} />;
}
