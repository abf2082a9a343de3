"use client";

import { useLocale } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { TripPlacesProvider } from "#app/_places/trip-places.tsx";
import { useUnits } from "#app/_shell/units.tsx";
import { medianPointOfDay } from "#lib/client/places/planned-places.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import { formatDistance } from "../_model/measures.ts";
import { useViewState } from "../_base/view.tsx";

/**
 * Provides the places of the plan to fields that search for places, and the distance of each place from the day in
 * view.
 */
export function PlannedPlaces({ children }: { children: ReactNode }) {
  const { stops, reservations, days, timezone, destination } = useTrip((trip) => ({
    stops: trip.stops,
    reservations: trip.reservations,
    days: trip.days,
    timezone: trip.timezone,
    destination: trip.destination,
  }));
  const dayId = useViewState(({ addTo, activeDayId }) => addTo ?? activeDayId);
  const [units] = useUnits();
  const locale = useLocale();
  const plan = useMemo(
    () => ({ stops, reservations, days, timezone }),
    [stops, reservations, days, timezone],
  );
  const middle = useMemo(() => medianPointOfDay({ stops, destination }, dayId), [stops, destination, dayId]);
  const trip = useMemo(
    () => ({
      plan,
      distance: (place: Point) => middle && formatDistance(distanceMeters(middle, place), locale, units),
    }),
    [plan, middle, locale, units],
  );
  return <TripPlacesProvider trip={trip}>{children}</TripPlacesProvider>;
}
