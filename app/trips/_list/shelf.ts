import { TRIP_STATUSES } from "#lib/shared/trip-status.ts";
import type { TripFilter } from "#lib/shared/trips.ts";

/** The trips that the list shows: the present ones, or those of a filter of the API. */
export type Shelf = "current" | TripFilter;

/** The choices in the order of the menu. */
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

/** Returns the API's filter; without one, the API returns all trips except archived and deleted ones. */
export function filterOf(shelf: Shelf): TripFilter | undefined {
  return shelf === "current" ? undefined : shelf;
}

export function shelfPath(shelf: Shelf): string {
  return shelf === "current" ? "/trips" : `/trips?filter=${shelf}`;
}
