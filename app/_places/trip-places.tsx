"use client";

import { createContext, type ReactNode, use } from "react";
import type { TripPlan } from "#lib/client/places/planned-places.ts";
import type { Point } from "#lib/shared/legs.ts";

/** The data of the trip that a field for places uses. */
export interface TripPlaces {
  /** The plan; null: there is no trip yet. */
  plan: TripPlan | null;
  /** Returns the distance of a place from the visible day, in the reader's units; null when it is unknown. */
  distance: (place: Point) => string | null;
}

const TripPlacesContext = createContext<TripPlaces>({ plan: null, distance: () => null });

export function TripPlacesProvider({ trip, children }: { trip: TripPlaces; children: ReactNode }) {
  return <TripPlacesContext value={trip}>{children}</TripPlacesContext>;
}

export function useTripPlaces(): TripPlaces {
  return use(TripPlacesContext);
}
