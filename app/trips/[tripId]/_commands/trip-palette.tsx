"use client";

import { Palette } from "#app/_palette/palette.tsx";
import { useCommands } from "#app/_palette/use-commands.ts";
import { useTrip } from "#lib/client/trip-context.tsx";
import { usePageViewer } from "../_shell/page-viewer.tsx";
import { useTripCommands } from "./use-trip-commands.ts";
import { useTripThings } from "./use-trip-things.ts";

type TripPaletteProps = {
  /** The map draws streets that a device can keep. */
  hasStreets: boolean;
  onClose: () => void;
};

/** Everything in this trip, everything one can do with it, and what is on every page. */
export default function TripPalette({ hasStreets, onClose }: TripPaletteProps) {
  const { userId, isGuest } = usePageViewer();
  const tripId = useTrip((trip) => trip.id);
  const items = [...useTripCommands(hasStreets), ...useTripThings(), ...useCommands(isGuest)];
  return <Palette userId={userId} isGuest={isGuest} tripId={tripId} items={items} onClose={onClose} />;
}
