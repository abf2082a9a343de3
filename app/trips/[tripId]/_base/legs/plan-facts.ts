import { createContext, use, useMemo } from "react";
import { type HoursOf, typedHoursOf } from "#lib/shared/open-state.ts";
import type { PlanFacts } from "#lib/shared/plan-facts.ts";
import { useLegOf } from "./leg-context.ts";

/**
 * Provides the opening hours of places: those that members typed, else those of the map data as far as they are
 * loaded.
 */
export const HoursContext = createContext<HoursOf>(typedHoursOf);

export function useHoursOf(): HoursOf {
  return use(HoursContext);
}

/** Returns what the list, the details and the checks need to know of the plan's legs and places. */
export function usePlanFacts(): PlanFacts {
  const [wayOf, hoursOf] = [useLegOf(), useHoursOf()];
  return useMemo(() => ({ wayOf, hoursOf }), [wayOf, hoursOf]);
}
