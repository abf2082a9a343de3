import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { tripSummary } from "#lib/shared/trip-summary.ts";
import type { TripDto, TripFilter, TripSummary } from "#lib/shared/trips.ts";
import type { Page } from "./pages.ts";

export const tripKey = (tripId: string) => ["trip", tripId] as const;
export const tripListsKey = ["trips"] as const;
export const tripListKey = (filter: TripFilter | undefined) => ["trips", filter ?? "default"] as const;

export type TripList = InfiniteData<Page<TripSummary>, string | null>;

/** Returns the server's snapshot, or the cached trip if that is newer. */
export function newerTrip(cache: QueryClient, initial: TripDto): TripDto {
  const known = cache.getQueryData<TripDto>(tripKey(initial.id));
  return known && known.seq > initial.seq ? known : initial;
}

/** Caches a trip for its next opening, and updates its row in the lists. */
export function rememberTrip(cache: QueryClient, trip: TripDto): void {
  cache.setQueryData(tripKey(trip.id), trip);
  const summary = tripSummary(trip);
  cache.setQueriesData<TripList>({ queryKey: tripListsKey }, (list) => list && replaceSummary(list, summary));
}

/** Puts a new trip at the top of the lists that it belongs to, without reading them again. */
export function prependTrip(cache: QueryClient, trip: TripDto): void {
  cache.setQueryData(tripKey(trip.id), trip);
  for (const filter of [undefined, "all", trip.status] as const) {
    cache.setQueryData<TripList>(
      tripListKey(filter),
      (list) => list && prependSummary(list, tripSummary(trip)),
    );
  }
}

export function dropSummary(list: TripList, tripId: string): TripList {
  return mapPages(list, (items) => items.filter(({ id }) => id !== tripId));
}

function replaceSummary(list: TripList, summary: TripSummary): TripList {
  return mapPages(list, (items) => items.map((item) => (item.id === summary.id ? summary : item)));
}

function prependSummary(list: TripList, summary: TripSummary): TripList {
  const { pages, ...rest } = dropSummary(list, summary.id);
  const [first, ...others] = pages;
  if (!first) return list;
  return { ...rest, pages: [{ ...first, items: [summary, ...first.items] }, ...others] };
}

function mapPages(list: TripList, change: (items: TripSummary[]) => TripSummary[]): TripList {
  return { ...list, pages: list.pages.map((page) => ({ ...page, items: change(page.items) })) };
}
