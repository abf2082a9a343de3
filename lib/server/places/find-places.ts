import type { PlaceDto, PlaceSource } from "#lib/shared/places.ts";
import { mergeSearchResults } from "./merge-search-results.ts";
import { embeddedPlaces } from "./embedded.ts";
import type { PlaceProvider, PlaceQuery } from "./provider.ts";
import { remotePlaces } from "./remote.ts";

/**
 * Searches the map search and the embedded gazetteer together; only the gazetteer when there is no map search or it
 * fails.
 */
export async function findPlaces(
  query: PlaceQuery,
  remote: PlaceProvider | null = remotePlaces(),
): Promise<PlaceDto[]> {
  return (await findPlacesWithStatus(query, remote)).places;
}

interface Found {
  places: PlaceDto[];
  /** Whether all sources have answered; false: the map search should have answered and did not. */
  isWhole: boolean;
}

/** Searches like {@link findPlaces}, and returns whether all sources have answered. */
export async function findPlacesWithStatus(
  query: PlaceQuery,
  remote: PlaceProvider | null = remotePlaces(),
): Promise<Found> {
  const [own, theirs] = await Promise.allSettled([embeddedPlaces.search(query), remote?.search(query)]);
  const found = theirs.status === "fulfilled" ? (theirs.value ?? null) : null;
  if (own.status === "rejected" && found === null) throw own.reason;
  const towns = own.status === "fulfilled" ? (own.value ?? []) : [];
  const isWhole = found !== null || remote?.takes?.(query.text) !== true;
  if (!isWhole) query.onNoAnswer?.();
  return { places: mergeSearchResults(towns, found ?? [], query), isWhole };
}

/** Searches only towns, airports and countries, or all sources. */
export function findPlacesFrom(from: PlaceSource, query: PlaceQuery): Promise<PlaceDto[]> {
  return from === "embedded" ? findPlaces(query, null) : findPlaces(query);
}
