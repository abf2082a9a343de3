import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { foldText } from "#lib/shared/fold.ts";
import { isSamePlace, mergePlaces, namesOf } from "./merge-places.ts";
import type { PlaceQuery } from "./provider.ts";

/**
 * A place with exactly the searched name within this distance of the trip, in metres, is most likely the one that is
 * meant.
 */
export const NEAR_TRIP_METERS = 50_000;

/** The constant of reciprocal rank fusion: the larger it is, the less the first rank counts more than the second. */
const RANK_OFFSET = 2;
const EXACT_WEIGHT = 1.5;
/**
 * Places of the embedded gazetteer count less, because many towns begin with the text and most are far away; the map
 * search has already weighed its results by distance.
 */
const EMBEDDED_WEIGHT = 0.5;

const CODE = /^[a-z]{3}$/i;

interface Ranked {
  place: PlaceDto;
  score: number;
  isExact: boolean;
}

/**
 * Merges the results of the embedded gazetteer (`own`) and of the map search (`theirs`), each ordered best first. The
 * airport with the text as its code comes first, then places near the trip with exactly that name, then all others by
 * reciprocal rank fusion. Each place is in the result once.
 */
export function mergeSearchResults(own: PlaceDto[], theirs: PlaceDto[], query: Arranged): PlaceDto[] {
  const ranked: Ranked[] = [];
  for (const [rank, place] of own.entries()) add(ranked, place, rank, EMBEDDED_WEIGHT, query.text);
  for (const [rank, place] of theirs.entries()) add(ranked, place, rank, 1, query.text);
  const kept = withoutBeginnings(ranked, query.text);
  const ordered = kept.toSorted((a, b) => tierOf(b, query) - tierOf(a, query) || b.score - a.score);
  return withBestFar(ordered, query).map(({ place }) => place);
}
type Arranged = Pick<PlaceQuery, "text" | "near" | "limit">;

function add(ranked: Ranked[], place: PlaceDto, rank: number, weight: number, text: string): void {
  const isExact = isCalled(place, text);
  const score = (isExact ? EXACT_WEIGHT : weight) / (RANK_OFFSET + rank);
  const known = ranked.find((other) => isSamePlace(other.place, place));
  if (!known) return void ranked.push({ place, score, isExact });
  known.place = mergePlaces(known.place, place);
  known.score += score;
  known.isExact ||= isExact;
}

/** Whether the text is the name of a place, alone or followed by its town, region or address, as in "Belém Lisboa". */
function isCalled(place: PlaceDto, text: string): boolean {
  const asked = foldText(text);
  const where = foldText([place.town, place.region, place.address].join(" ")).split(" ");
  return namesOf(place).some(
    (name) =>
      asked === name ||
      (asked.startsWith(`${name} `) &&
        asked
          .slice(name.length + 1)
          .split(" ")
          .every((word) => where.includes(word))),
  );
}

/**
 * Three capital letters that are the code of an airport mean that airport, so places whose name only begins with them
 * are removed.
 */
function withoutBeginnings(ranked: Ranked[], text: string): Ranked[] {
  const isCode = text === text.toUpperCase() && ranked.some(({ place }) => hasCode(place, text));
  const isNamed = ({ name }: PlaceDto) => foldText(name) === foldText(text);
  return isCode ? ranked.filter(({ place }) => hasCode(place, text) || isNamed(place)) : ranked;
}

function hasCode({ kind, code }: PlaceDto, text: string): boolean {
  return kind === "airport" && CODE.test(text) && code === text.toUpperCase();
}

function tierOf({ place, isExact }: Ranked, { text, near }: Arranged): number {
  if (hasCode(place, text)) return 2;
  return isExact && isNear(place, near) ? 1 : 0;
}

function isNear(place: PlaceDto, near: Point | null): boolean {
  return near !== null && distanceMeters(near, place) <= NEAR_TRIP_METERS;
}

/**
 * Many places near the trip may have the searched name, so the best place elsewhere with this name replaces the last of
 * the list.
 */
function withBestFar(ordered: Ranked[], { near, limit }: Arranged): Ranked[] {
  const list = ordered.slice(0, limit);
  const far = ordered.find(({ place, isExact }) => isExact && !isNear(place, near));
  return far === undefined || list.includes(far) ? list : [...list.slice(0, limit - 1), far];
}
