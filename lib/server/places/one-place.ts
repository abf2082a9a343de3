import { distanceMeters } from "#lib/shared/legs.ts";
import type { PlaceDto, PlaceKind } from "#lib/shared/places.ts";
import { fold } from "#lib/shared/fold.ts";

/** How far apart two sources put one place: a town's middle is anywhere in it, an airport's on its ground. */
const SAME_M: Record<PlaceKind, number> = {
  country: 1_000_000,
  region: 20_000,
  city: 20_000,
  airport: 20_000,
  address: 2000,
  poi: 80,
  point: 0,
};
/** Airports are called after towns, people or nothing: nearer than this they are one whatever their names. */
const SAME_GROUND_M = 3000;
/** A city is also a municipality, and may be a state or a country. */
const SETTLED: ReadonlySet<PlaceKind> = new Set(["country", "region", "city"]);

/** One place as two entries tell of it: of one sort and name, and near. */
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
  // A street comes in many pieces; the next village has one of the same name.
  if (a.kind === "address" && a.town !== b.town) return false;
  return a.category === b.category || a.category === undefined || b.category === undefined;
}

/** Countries of one kind are one wherever their middle is; as a city and its state they are near. */
function reachOf(a: PlaceDto, b: PlaceDto): number {
  return a.kind === b.kind ? SAME_M[a.kind] : SAME_M.city;
}

export function namesOf({ name, alsoKnownAs }: PlaceDto): string[] {
  return [name, alsoKnownAs ?? ""].map(fold).filter((folded) => folded !== "");
}

/**
 * Both entries as one. It keeps the first one's id, name, kind, spot and clock, so that whoever has already shown that one
 * shows the same place, and takes from the other what the first one does not say.
 */
export function joined(first: PlaceDto, other: PlaceDto): PlaceDto {
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
