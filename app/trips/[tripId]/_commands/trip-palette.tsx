"use client";

import { Palette } from "#app/_palette/palette.tsx";
import { useCommands } from "#app/_palette/use-commands.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { usePageViewer } from "../_base/page-viewer.tsx";
import { useTripCommands } from "./use-trip-commands.ts";
import { useTripRowItems } from "./use-trip-things.ts";

type TripPaletteProps = {
  /** Whether the map draws streets that a device can store. */
  hasStreets: boolean;
  onClose: () => void;
};

/** The command palette of a trip: its rows, its commands, and the commands of every page. */
export default function TripPalette({ hasStreets, onClose }: TripPaletteProps) {
  const { userId, isGuest } = usePageViewer();
  const tripId = useTrip((trip) => trip.id);
  const items = [...useTripCommands(hasStreets), ...useTripRowItems(), ...useCommands(isGuest)];
  return <Palette userId={userId} isGuest={isGuest} tripId={tripId} items={items} onClose={onClose} />;
}
