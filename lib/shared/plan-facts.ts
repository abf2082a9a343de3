import { estimateLeg, type LegOf } from "./legs.ts";
import { type HoursOf, typedHoursOf } from "./open-state.ts";

/** Functions that return the known legs and opening hours of a plan. */
export interface PlanFacts {
  wayOf: LegOf;
  hoursOf: HoursOf;
}

/** The facts that are known without a request to a service: estimated legs and typed opening hours. */
export const LOCAL_PLAN_FACTS: PlanFacts = { wayOf: estimateLeg, hoursOf: typedHoursOf };
