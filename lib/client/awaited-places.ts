import { fold } from "#lib/shared/fold.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { typedPart } from "./typed-part.ts";

/** Of the embedded list alone: the rest of the rows are for what the map search finds. */
const MOST_EARLY = 2;
const NOTHING: readonly PlaceDto[] = [];

export interface Answer {
  places: readonly PlaceDto[];
  /** Milliseconds since 1970. */
  at: number;
}

export interface Answers {
  /** Of this very text. */
  all: Answer | undefined;
  embedded: Answer | undefined;
  /** Of what was typed before, as long as nothing better is there. */
  before: readonly PlaceDto[] | undefined;
  /** There will be no answer of all. */
  isFailed: boolean;
}

/** The likely of the embedded list, and below them what was found for a part of the text and still fits. */
export function awaitedPlaces(
  { embedded, before = NOTHING, isFailed }: Omit<Answers, "all">,
  typed: string,
): readonly PlaceDto[] {
  const listed = embedded?.places ?? NOTHING;
  const early = isFailed ? listed : listed.filter((place) => isLikely(place, typed)).slice(0, MOST_EARLY);
  const known = new Set(early.map(({ placeRef }) => placeRef));
  return [...early, ...before.filter((place) => !known.has(place.placeRef) && fits(place, typed))];
}

/** Whether it goes by what was typed so far, and was not only found by another name's beginning or by a later word. */
function isLikely({ name, alsoKnownAs = "", code = "" }: PlaceDto, typed: string): boolean {
  return [alsoKnownAs, code].some((word) => fold(word) === fold(typed)) || typedPart(name, typed) > 0;
}

function fits({ name, alsoKnownAs = "", code = "" }: PlaceDto, typed: string): boolean {
  return [name, alsoKnownAs, code].some((word) => typedPart(word, typed) > 0);
}
