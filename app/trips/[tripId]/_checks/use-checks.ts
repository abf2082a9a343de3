"use client";

import { useDeferredValue } from "react";
import { isShallowEqual } from "#lib/client/base/is-same.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { PlanFacts } from "#lib/shared/plan-facts.ts";
import { type CheckedTrip, checkTrip, type TripCheck } from "#lib/shared/trip-checks.ts";
import { usePlanFacts } from "../_base/legs/plan-facts.ts";

/** Returns the trip checks; they are computed with low priority after each change of the trip. */
export function useChecks(): readonly TripCheck[] {
  const trip = useTrip(({ startDate, endDate, timezone, days, stops, reservations }) => ({
    startDate,
    endDate,
    timezone,
    days,
    stops,
    reservations,
  }));
  return checksOf(useDeferredValue(trip), usePlanFacts());
}

let last: { trip: CheckedTrip; facts: PlanFacts; checks: readonly TripCheck[] } | null = null;

/** Returns the trip checks of a trip. The last result is cached, because the button and the list both need it. */
function checksOf(trip: CheckedTrip, facts: PlanFacts): readonly TripCheck[] {
  if (last === null || !isShallowEqual(last.facts, facts) || !isShallowEqual(last.trip, trip))
    last = { trip, facts, checks: checkTrip(trip, facts) };
  return last.checks;
}
