import type { PlaceDto, PlacesFrom } from "#lib/shared/places.ts";
import { arrangePlaces } from "./arrange-places.ts";
import { embeddedPlaces } from "./embedded.ts";
import type { PlaceProvider, PlaceQuery } from "./provider.ts";
import { remotePlaces } from "./remote.ts";

/** By the map search and the embedded list together; by the list alone where there is no such search or it fails. */
export async function findPlaces(
  query: PlaceQuery,
  remote: PlaceProvider | null = remotePlaces(),
): Promise<PlaceDto[]> {
  const [own, theirs] = await Promise.allSettled([embeddedPlaces.search(query), remote?.search(query)]);
  const found = theirs.status === "fulfilled" ? (theirs.value ?? null) : null;
  if (own.status === "rejected" && found === null) throw own.reason;
  const towns = own.status === "fulfilled" ? (own.value ?? []) : [];
  return arrangePlaces(towns, found ?? [], query);
}

/** Towns, airports and countries alone, or all that is known. */
export function findPlacesFrom(from: PlacesFrom, query: PlaceQuery): Promise<PlaceDto[]> {
  return from === "embedded" ? findPlaces(query, null) : findPlaces(query);
}
