"use client";

import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { TransitWay } from "#lib/shared/day-legs.ts";
import { plannedDeparture } from "#lib/shared/planned-departure.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { useShownPlan } from "../_base/plan-data.tsx";
import { stopsOf } from "../_model/plan/plan-model.ts";
import { useLegOf } from "../_base/legs/leg-context.ts";

interface Ride {
  from: StopDto;
  to: StopDto;
  date: string;
  way: TransitWay;
}

/** Returns the transit connections of the leg to a stop; null if there is no such leg any more. */
export function useTransitConnections(stopId: string): Ride | null {
  const { days, byDay } = useShownPlan();
  const tripZone = useTrip((trip) => trip.timezone);
  const wayOf = useLegOf();
  for (const { id, date, timezone } of days) {
    const stops = stopsOf(byDay, id);
    const at = stops.findIndex((stop) => stop.id === stopId);
    const [from, to] = [stops[at - 1], stops[at]];
    if (!from?.place || !to?.place) continue;
    const day = { date, zone: timezone ?? tripZone };
    const ride = plannedDeparture(from, to, day, stops.slice(0, at - 1));
    const way = wayOf(from.place, to.place, to.travelMode, ride)?.transit;
    return way ? { from, to, date, way } : null;
  }
  return null;
}
