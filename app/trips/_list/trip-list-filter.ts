import { TRIP_STATUSES } from "#lib/shared/trip-status.ts";
import type { TripFilter } from "#lib/shared/trips.ts";

/** The trips that the list shows: the present ones, or those of a filter of the API. */
export type TripListFilter = "current" | TripFilter;

/** The filters of the trip list, in the order of the menu. */
export const TRIP_LIST_FILTERS: readonly TripListFilter[] = [
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

export function readTripListFilter(filter: string | string[] | undefined): TripListFilter {
  return FILTERS.find((known) => known === filter) ?? "current";
}

/** Returns the API's filter; without one, the API returns all trips except archived and deleted ones. */
export function apiFilterOf(shelf: TripListFilter): TripFilter | undefined {
  return shelf === "current" ? undefined : shelf;
}

export function tripListPath(shelf: TripListFilter): string {
  return shelf === "current" ? "/trips" : `/trips?filter=${shelf}`;
}
