import { distanceMeters } from "#lib/shared/legs.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { embeddedPlaces } from "./embedded.ts";
import { fold } from "./fold.ts";
import type { PlaceQuery } from "./provider.ts";
import { remotePlaces } from "./remote.ts";

const SAME_M = 20_000;

/** By the operator's server of places and the embedded list together; by the list alone where there is no such server or it fails. */
export async function findPlaces(query: PlaceQuery, remote = remotePlaces()): Promise<PlaceDto[]> {
  const [own, theirs] = await Promise.allSettled([embeddedPlaces.search(query), remote?.search(query)]);
  const towns = own.status === "fulfilled" ? (own.value ?? []) : [];
  if (theirs.status === "fulfilled" && theirs.value) return together(towns, theirs.value, query);
  if (own.status === "rejected") throw own.reason;
  return towns;
}

/** What the text is the code of, then what the server knows, then the towns and airports that it leaves out. */
function together(own: PlaceDto[], theirs: PlaceDto[], { text, limit }: PlaceQuery): PlaceDto[] {
  const code = text.trim().toUpperCase();
  const ofCode = own.filter((place) => place.code === code);
  const others = theirs.filter((place) => !ofCode.some((known) => isSame(known, place)));
  const rest = own.filter((place) => place.code !== code && !others.some((known) => isSame(known, place)));
  return [...ofCode, ...others, ...rest].slice(0, limit);
}

/** One place as two sources tell of it: of one kind and name, and near. */
function isSame(a: PlaceDto, b: PlaceDto): boolean {
  if (a.kind !== b.kind || distanceMeters(a, b) > SAME_M) return false;
  const names = namesOf(b);
  return namesOf(a).some((name) => names.includes(name)) || a.kind === "airport";
}

function namesOf({ name, alsoKnownAs }: PlaceDto): string[] {
  return [name, alsoKnownAs ?? ""].map(fold).filter((folded) => folded !== "");
}
