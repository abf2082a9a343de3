"use client";

import { createContext, type ReactNode, use } from "react";
import type { Plan } from "#lib/client/planned-places.ts";
import type { Point } from "#lib/shared/legs.ts";

/** What a field of a place knows of the trip that it is in. */
export interface TripPlaces {
  /** null: before there is one. */
  plan: Plan | null;
  /** How far it is from the day in view, in the reader's units; null where that is not known. */
  distance: (place: Point) => string | null;
}

const TripPlacesContext = createContext<TripPlaces>({ plan: null, distance: () => null });

export function TripPlacesProvider({ trip, children }: { trip: TripPlaces; children: ReactNode }) {
  return <TripPlacesContext value={trip}>{children}</TripPlacesContext>;
}

export function useTripPlaces(): TripPlaces {
  return use(TripPlacesContext);
}
