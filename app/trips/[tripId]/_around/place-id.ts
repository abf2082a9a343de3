import type { SeenPlace } from "../_model/places/seen-place.ts";

/** Returns a key that is equal for the same place as long as the data come from the same source. */
export function idOfPlace({ placeRef, name, lat, lng }: SeenPlace): string {
  return placeRef ?? `${name ?? ""} ${lat},${lng}`;
}
