"use client";

import { type ReactNode, useMemo } from "react";
import { usePlannedHours } from "#lib/client/places/place-about.ts";
import { useSaveState, useTripSession } from "#lib/client/open-trip/trip-context.tsx";
import { type HoursOf, typedHoursOf } from "#lib/shared/open-state.ts";
import { usePlan } from "../_base/plan-data.tsx";
import { stopsOf } from "../_model/plan/plan-model.ts";
import { useOfferedServices } from "../_base/offered-services.tsx";
import { HoursContext } from "../_base/legs/plan-facts.ts";

/** Provides the opening hours of the plan's places: those that members typed, else those of the map data. */
export function HoursProvider({ children }: { children: ReactNode }) {
  const { placeFacts } = useOfferedServices();
  const { store } = useTripSession();
  const { days, byDay } = usePlan();
  // The request for opening hours waits until all changes are saved, because the service answers for the saved plan
  // only.
  const isSaved = useSaveState() === "saved";
  const about = useMemo(
    () =>
      days
        .flatMap(({ id, date }) =>
          stopsOf(byDay, id).flatMap((stop) =>
            stop.hours === null && stop.place?.placeRef?.startsWith("osm:")
              ? [`${stop.id} ${date} ${stop.place.placeRef}`]
              : [],
          ),
        )
        .join("\n"),
    [days, byDay],
  );
  const enabled = placeFacts && isSaved && !store.isPast && about !== "";
  const told = usePlannedHours({ tripId: store.id, about, enabled });
  const hoursOf = useMemo((): HoursOf => {
    if (!told) return typedHoursOf;
    const known = new Map(told.stops.map(({ stopId, days: open }) => [stopId, open]));
    return (stop, date) => typedHoursOf(stop, date) ?? known.get(stop.id) ?? null;
  }, [told]);
  return <HoursContext value={hoursOf}>{children}</HoursContext>;
}
