import { foldText } from "#lib/shared/fold.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { typedPrefixLength } from "./typed-part.ts";

/**
 * So many places of the gazetteer show before the map search answers; the other rows are for the results of the map
 * search.
 */
const MOST_EARLY = 2;
const NOTHING: readonly PlaceDto[] = [];

export interface PlacesAnswer {
  places: readonly PlaceDto[];
  /** When the answer came, in milliseconds since 1970. */
  at: number;
}

export interface PlacesAnswers {
  /** The answer of all sources for exactly this text. */
  all: PlacesAnswer | undefined;
  embedded: PlacesAnswer | undefined;
  /** The places that were found for an earlier text, as long as no better answer has arrived. */
  before: readonly PlaceDto[] | undefined;
  /** The answer of all sources will not come. */
  isFailed: boolean;
}

/**
 * Returns the likely places of the gazetteer, and below them the places that were found for a part of the text and
 * still match it.
 */
export function provisionalPlaces(
  { embedded, before = NOTHING, isFailed }: Omit<PlacesAnswers, "all">,
  typed: string,
): readonly PlaceDto[] {
  const listed = embedded?.places ?? NOTHING;
  const early = isFailed ? listed : listed.filter((place) => isLikely(place, typed)).slice(0, MOST_EARLY);
  const known = new Set(early.map(({ placeRef }) => placeRef));
  return [...early, ...before.filter((place) => !known.has(place.placeRef) && fits(place, typed))];
}

/**
 * Whether the place's name begins as typed so far, and the place was not found only by the beginning of another name or
 * by a later word.
 */
function isLikely({ name, alsoKnownAs = "", code = "" }: PlaceDto, typed: string): boolean {
  return (
    [alsoKnownAs, code].some((word) => foldText(word) === foldText(typed)) ||
    typedPrefixLength(name, typed) > 0
  );
}

function fits({ name, alsoKnownAs = "", code = "" }: PlaceDto, typed: string): boolean {
  return [name, alsoKnownAs, code].some((word) => typedPrefixLength(word, typed) > 0);
}
