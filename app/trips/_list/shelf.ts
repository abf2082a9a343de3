import type { TripFilter } from "#lib/shared/trips.ts";

/** What the list shows: all trips in use, or one of the two places where trips wait. */
export type Shelf = "current" | "archived" | "deleted";

export function readShelf(filter: string | string[] | undefined): Shelf {
  return filter === "archived" || filter === "deleted" ? filter : "current";
}

/** The API's word for a shelf; without one it answers all but archived and deleted trips. */
export function filterOf(shelf: Shelf): TripFilter | undefined {
  return shelf === "current" ? undefined : shelf;
}

export function shelfPath(shelf: Shelf): string {
  return shelf === "current" ? "/trips" : `/trips?filter=${shelf}`;
}
