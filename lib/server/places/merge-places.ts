import { distanceMeters } from "#lib/shared/legs.ts";
import type { PlaceDto, PlaceKind } from "#lib/shared/places.ts";
import { foldText } from "#lib/shared/fold.ts";

/**
 * The maximum distance between the coordinates of one place in two sources: sources put the centre of a town anywhere
 * in it, and that of an airport anywhere on its ground.
 */
const SAME_M: Record<PlaceKind, number> = {
  country: 1_000_000,
  region: 20_000,
  city: 20_000,
  airport: 20_000,
  address: 2000,
  poi: 80,
  point: 0,
};
/** The distance within which two entries are one airport whatever their names, because airports have many names. */
const SAME_GROUND_M = 3000;
/** Kinds that one place can have at once: a city can also be a municipality, a state or a country. */
const SETTLED: ReadonlySet<PlaceKind> = new Set(["country", "region", "city"]);

/** Whether two entries are the same place: of the same kind and name, and near each other. */
export function isSamePlace(a: PlaceDto, b: PlaceDto): boolean {
  if (!isOneSort(a, b)) return false;
  const meters = distanceMeters(a, b);
  if (a.kind === "airport" && meters <= SAME_GROUND_M) return true;
  const names = namesOf(b);
  return meters <= reachOf(a, b) && namesOf(a).some((name) => names.includes(name));
}

function isOneSort(a: PlaceDto, b: PlaceDto): boolean {
  if (a.kind !== b.kind) {
    const sameCountry = a.countryCode !== null && a.countryCode === b.countryCode;
    return sameCountry && SETTLED.has(a.kind) && SETTLED.has(b.kind);
  }
  // A street consists of many objects, but the next village may have a street of the same name.
  if (a.kind === "address" && a.town !== b.town) return false;
  return a.category === b.category || a.category === undefined || b.category === undefined;
}

/** Returns how far apart two entries may be: the distance for their kind; for a city and its state that for cities. */
function reachOf(a: PlaceDto, b: PlaceDto): number {
  return a.kind === b.kind ? SAME_M[a.kind] : SAME_M.city;
}

export function namesOf({ name, alsoKnownAs }: PlaceDto): string[] {
  return [name, alsoKnownAs ?? ""].map(foldText).filter((folded) => folded !== "");
}

/**
 * Merges two entries of one place. The result keeps the id, name, kind, coordinates and time zone of the first entry,
 * so that users who have seen it still see the same place, and takes missing fields from the other entry.
 */
export function mergePlaces(first: PlaceDto, other: PlaceDto): PlaceDto {
  return {
    ...first,
    category: first.category ?? other.category,
    region: first.region ?? other.region,
    timezone: first.timezone ?? other.timezone,
    town: first.town ?? other.town,
    address: first.address ?? other.address,
    code: first.code ?? other.code,
    attribution: [...new Set([first.attribution, other.attribution])].filter(Boolean).join(" · "),
  };
}
