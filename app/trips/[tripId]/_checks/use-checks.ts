"use client";

import { useDeferredValue } from "react";
import { useTrip } from "#lib/client/trip-context.tsx";
import type { WayOf } from "#lib/shared/legs.ts";
import { type CheckedTrip, checkTrip, type TripCheck } from "#lib/shared/trip-checks.ts";
import { useWayOf } from "../_ways/way-of.ts";

/** What cannot work as the trip stands; looked for again when something changes, after that is on the screen. */
export function useChecks(): readonly TripCheck[] {
  const trip = useTrip(({ startDate, endDate, timezone, days, stops, reservations }) => ({
    startDate,
    endDate,
    timezone,
    days,
    stops,
    reservations,
  }));
  return checksOf(useDeferredValue(trip), useWayOf());
}

let last: { trip: CheckedTrip; wayOf: WayOf; checks: readonly TripCheck[] } | null = null;

/** Wide and narrow screens have a button each, and the list asks too: they share one look. */
function checksOf(trip: CheckedTrip, wayOf: WayOf): readonly TripCheck[] {
  if (last === null || last.wayOf !== wayOf || !isSame(last.trip, trip))
    last = { trip, wayOf, checks: checkTrip(trip, wayOf) };
  return last.checks;
}

function isSame(a: CheckedTrip, b: CheckedTrip): boolean {
  const keys = ["startDate", "endDate", "timezone", "days", "stops", "reservations"] as const;
  return keys.every((key) => a[key] === b[key]);
}
