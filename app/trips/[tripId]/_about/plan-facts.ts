import { createContext, use, useMemo } from "react";
import { type HoursOf, typedHoursOf } from "#lib/shared/open-on.ts";
import type { PlanFacts } from "#lib/shared/plan-facts.ts";
import { useLegOf } from "../_legs/way-of.ts";

/** What people typed, else what the map's data say as far as they are known. */
export const HoursContext = createContext<HoursOf>(typedHoursOf);

export function useHoursOf(): HoursOf {
  return use(HoursContext);
}

/** What list, details and checks know of the plan's ways and places. */
export function usePlanFacts(): PlanFacts {
  const [wayOf, hoursOf] = [useLegOf(), useHoursOf()];
  return useMemo(() => ({ wayOf, hoursOf }), [wayOf, hoursOf]);
}
