import type { SeenPlace } from "./seen-place.ts";

/** The same for the same place, as long as the same source tells of it. */
export function idOfPlace({ placeRef, name, lat, lng }: SeenPlace): string {
  return placeRef ?? `${name ?? ""} ${lat},${lng}`;
}
