import { foldText } from "#lib/shared/fold.ts";
import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import type { Locale } from "../../auth/locale.ts";
import { findPlacesWithStatus } from "../find-places.ts";
import { isMeantPlace } from "./is-meant-place.ts";
import { holdsName, namesInSentence } from "./names-in-sentence.ts";

/** The distance in metres from all points of the trip beyond which a place may be another one of the same name. */
const FAR_M = 100_000;
const MOST_RESULTS = 10;
const LONGEST_NAME = 200;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

export interface SearchArea {
  /** The point near which results come first. */
  near: Point | null;
  /** All known coordinates of the trip. */
  points: readonly Point[];
  locale: Locale;
}

export interface SearchLimits {
  /** Maximum number of searches and followed links. */
  searches: number;
  /** After so many milliseconds, no search begins any more. */
  ms: number;
}

/**
 * The result of a search: a place, and whether it is certainly the one that is meant; `null`: no place has this name.
 */
export type PlaceMatch = { place: PlaceDto; name: string; isSure: boolean } | null;

/** A result with the name by which the sentence mentions it. */
type Said = NonNullable<PlaceMatch> & { said: string };

/** Thrown when a search has no result, because no time is left or the map search did not answer. */
export class NotLookedUp extends Error {}

/** Looks up the names of one paste within the limits for one paste. */
export class PlaceFinder {
  readonly #around: SearchArea;
  readonly #until: number;
  #left: number;

  constructor(around: SearchArea, { searches, ms }: SearchLimits) {
    this.#around = around;
    this.#left = searches;
    this.#until = performance.now() + ms;
  }

  get #isOver(): boolean {
    return this.#left <= 0 || performance.now() >= this.#until;
  }

  /**
   * Counts one request to an open service.
   * @throws NotLookedUp when none is left
   */
  spend(): void {
    if (this.#isOver) throw new NotLookedUp();
    this.#left -= 1;
  }

  /**
   * Finds the place that one line of a list names, by the whole line and then by its parts.
   * @throws NotLookedUp
   */
  async findLine(text: string, near: Point | null = this.#around.near): Promise<PlaceMatch> {
    let far: PlaceDto | undefined;
    for (const { query, name } of queriesOf(text)) {
      const isIt = (place: PlaceDto) => isMeantPlace(place, query);
      const found = (await this.#search(query, near, isIt)).filter(isIt);
      const place = found.find((each) => this.#isNear(each));
      if (place) return { place, name: name ?? place.name, isSure: true };
      far ??= found[0];
    }
    return far ? { place: far, name: far.name, isSure: this.#around.points.length === 0 } : null;
  }

  /**
   * Finds the places near the trip that a sentence names, in the order of the sentence, each once.
   * @throws NotLookedUp
   */
  async findInSentence(sentence: string): Promise<Said[]> {
    const folded = foldText(sentence);
    const found = new Map<string, Said>();
    for (const names of namesInSentence(sentence)) {
      for (const name of names) {
        const said = longest(await this.#nearby(name, folded), folded);
        if (!said) continue;
        const { place } = said;
        found.set(place.placeRef, { ...said, name: place.name, isSure: this.#isSure(place) });
        if (foldText(said.said) === foldText(name)) break;
      }
    }
    const at = ({ said }: Said) => folded.indexOf(foldText(said));
    return [...found.values()].toSorted((a, b) => at(a) - at(b));
  }

  async #nearby(name: string, folded: string): Promise<PlaceDto[]> {
    const isSaid = (place: PlaceDto) => longest([place], folded) !== undefined;
    return (await this.#search(name, this.#around.near, isSaid)).filter((place) => this.#isNear(place));
  }

  /**
   * Whether a place in a sentence is certainly meant. A town, region or country is not, because a sentence often names
   * it only as a location.
   */
  #isSure({ kind }: PlaceDto): boolean {
    return this.#around.points.length > 0 && kind !== "city" && kind !== "region" && kind !== "country";
  }

  #isNear(place: Point): boolean {
    const { points } = this.#around;
    return points.length === 0 || points.some((point) => distanceMeters(point, place) <= FAR_M);
  }

  /** Searches in the reader's language and then in the other one, because a list may be in either. */
  async #search(query: string, near: Point | null, isIt: (place: PlaceDto) => boolean): Promise<PlaceDto[]> {
    const { locale } = this.#around;
    const text = query.slice(0, LONGEST_NAME);
    const isWide = WIDE.test(text);
    const first = await this.#ask({ text, near, locale: isWide ? "zh" : locale }, isIt);
    if (isWide || first.some(isIt)) return first;
    return [...first, ...(await this.#ask({ text, near, locale: locale === "en" ? "zh" : "en" }, isIt))];
  }

  async #ask(
    asked: { text: string; near: Point | null; locale: Locale },
    isIt: (place: PlaceDto) => boolean,
  ): Promise<PlaceDto[]> {
    this.spend();
    // The empty `asker` means no user in particular, so that a newer search of the user does not cancel this one.
    const { places, isWhole } = await findPlacesWithStatus({ ...asked, limit: MOST_RESULTS, asker: "" });
    if (!isWhole && !places.some(isIt)) throw new NotLookedUp();
    return places;
  }
}

interface LineQuery {
  query: string;
  /** The name for a place that is found by its address alone. */
  name?: string;
}

/**
 * Returns the queries for a line. “Lunch: Le Train Bleu (upstairs), Place Louis-Armand” is searched by its name and
 * address, by its name, and by its address.
 */
function queriesOf(text: string): LineQuery[] {
  const plain = text
    .replaceAll(/[(（[][^()（）[\]]{0,100}[)）\]]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const colon = plain.search(/[:：]/);
  const said = colon > 0 && colon <= 20 ? plain.slice(colon + 1).trim() : plain;
  const base = said === "" ? plain : said;
  const comma = base.search(/[,，|]| [-–—] /u);
  const first = comma <= 0 ? "" : base.slice(0, comma).trim();
  const rest = comma <= 0 ? "" : base.slice(comma).replace(/^[\s,，|–—-]{1,4}/u, "");
  const queries: LineQuery[] = [{ query: base }, { query: first }, { query: rest, name: first }];
  if (base !== plain) queries.push({ query: plain });
  return queries.filter(({ query }) => /[\p{L}\p{N}]/u.test(query));
}

/** Returns the place whose name is the longest in the sentence. */
function longest(places: readonly PlaceDto[], folded: string): Pick<Said, "place" | "said"> | undefined {
  const names = places.flatMap((place) =>
    [place.name, place.alsoKnownAs ?? ""].map((said) => ({ place, said })),
  );
  const held = names.filter(({ said }) => holdsName(folded, said));
  return held.toSorted((a, b) => b.said.length - a.said.length)[0];
}
