import type { Point } from "#lib/shared/legs.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";
import type { Question } from "../open-services/open-service.ts";

/** What somebody who knows the streets says of a way. */
export interface ComputedRoute {
  meters: number;
  seconds: number;
  /** `[lng, lat]`, simplified. */
  path: [number, number][];
}

/** By number of where it begins and where it ends; null where there is no way. */
export type RouteTable = ReadonlyArray<ReadonlyArray<Pick<ComputedRoute, "meters" | "seconds"> | null>>;

/** What is asked, and what the answer says; how long that is kept is not the provider's matter. */
export type Wanted<T> = Omit<Question<T>, "keptMs">;

/** Somebody who knows the streets. */
export interface RoutingProvider {
  /** Whose map it is, as they want it said. */
  readonly attribution: string;
  canAsk(mode: TravelMode): boolean;
  /** The ways from each point to the next, null where there is none; null for all: not in one go. */
  ways(mode: TravelMode, points: readonly Point[]): Wanted<(ComputedRoute | null)[] | null>;
  /** All ways among these points. */
  table(mode: TravelMode, points: readonly Point[]): Wanted<RouteTable>;
}
