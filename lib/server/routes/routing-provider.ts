import type { Point } from "#lib/shared/legs.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";

/** What somebody who knows the streets says of a way. */
export interface RoutedWay {
  meters: number;
  seconds: number;
  /** `[lng, lat]`, simplified. */
  path: [number, number][];
}

/** By number of where it begins and where it ends; null where there is no way. */
export type WayTable = ReadonlyArray<ReadonlyArray<Pick<RoutedWay, "meters" | "seconds"> | null>>;

/** Somebody who knows the streets. */
export interface RoutingProvider {
  /** Whose map it is, as they want it said. */
  readonly attribution: string;
  canAsk(mode: TravelMode): boolean;
  /** null where there is no way. @throws Error when it can't be asked now */
  findWay(mode: TravelMode, from: Point, to: Point): Promise<RoutedWay | null>;
  /** All ways among these points. @throws Error when it can't be asked now */
  findTable(mode: TravelMode, points: readonly Point[]): Promise<WayTable>;
}
