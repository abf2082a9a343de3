import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { StopDto } from "#lib/shared/stops.ts";
import { usePlan } from "../_base/plan-data.tsx";
import { stopsOf } from "../_model/plan/plan-model.ts";

/** Returns the stops of all days that have no place, in the plan's order. */
export function useUnplacedStops(): StopDto[] {
  const { days, byDay } = usePlan();
  return days.flatMap(({ id }) => stopsOf(byDay, id).filter(({ place }) => place === null));
}

export function useUnplacedCount(): number {
  return useTrip(({ stops }) => stops.filter(({ dayId, place }) => dayId !== null && place === null).length);
}
