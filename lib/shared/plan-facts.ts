import { estimateLeg, type WayOf } from "./legs.ts";
import { type HoursOf, typedHoursOf } from "./open-on.ts";

/** What is known of the ways and places of a plan. */
export interface PlanFacts {
  wayOf: WayOf;
  hoursOf: HoursOf;
}

/** What one knows without asking anybody. */
export const PLAIN_FACTS: PlanFacts = { wayOf: estimateLeg, hoursOf: typedHoursOf };
