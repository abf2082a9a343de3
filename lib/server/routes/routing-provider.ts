import type { Point } from "#lib/shared/legs.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";
import type { JsonRequest } from "../open-services/open-service.ts";

/** A route that a routing service has computed. */
export interface ComputedRoute {
  meters: number;
  seconds: number;
  /** Positions as `[lng, lat]`, simplified. */
  path: [number, number][];
}

/** Durations and distances by the indices of start and end; null: there is no route. */
export type RouteTable = ReadonlyArray<ReadonlyArray<Pick<ComputedRoute, "meters" | "seconds"> | null>>;

/** A request and how its answer is read; the caller decides how long the answer is cached. */
export type RoutingRequest<T> = Omit<JsonRequest<T>, "keptMs">;

/** A routing service. */
export interface RoutingProvider {
  /** The credit that the owners of the map require. */
  readonly attribution: string;
  canAsk(mode: TravelMode): boolean;
  /**
   * Returns the request for the routes from each point to the next. A route is null when there is none; the result is
   * null when the legs can't be answered together.
   */
  ways(mode: TravelMode, points: readonly Point[]): RoutingRequest<(ComputedRoute | null)[] | null>;
  /** Returns the request for the durations between all pairs of these points. */
  table(mode: TravelMode, points: readonly Point[]): RoutingRequest<RouteTable>;
}
