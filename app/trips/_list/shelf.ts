import { TRIP_STATUSES } from "#lib/shared/trip-status.ts";
import type { TripFilter } from "#lib/shared/trips.ts";

/** What the list shows: all trips in use, or those that the API's filter lets through. */
export type Shelf = "current" | TripFilter;

/** In the order in which one thinks of them. */
export const SHELVES: readonly Shelf[] = [
  "current",
  "ongoing",
  "upcoming",
  "undated",
  "past",
  "archived",
  "deleted",
  "all",
];

const FILTERS: readonly TripFilter[] = [...TRIP_STATUSES, "deleted", "all"];

export function readShelf(filter: string | string[] | undefined): Shelf {
  return FILTERS.find((known) => known === filter) ?? "current";
}

/** The API's word for a shelf; without one it answers all but archived and deleted trips. */
export function filterOf(shelf: Shelf): TripFilter | undefined {
  return shelf === "current" ? undefined : shelf;
}

export function shelfPath(shelf: Shelf): string {
  return shelf === "current" ? "/trips" : `/trips?filter=${shelf}`;
}
