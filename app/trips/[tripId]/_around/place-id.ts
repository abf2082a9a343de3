import type { MapPlace } from "../_model/places/seen-place.ts";

/** Returns a key that is equal for the same place as long as the data come from the same source. */
export function idOfPlace({ placeRef, name, lat, lng }: MapPlace): string {
  return placeRef ?? `${name ?? ""} ${lat},${lng}`;
}
