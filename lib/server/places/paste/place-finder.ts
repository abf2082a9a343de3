import { fold } from "#lib/shared/fold.ts";
import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import type { Locale } from "../../auth/locale.ts";
import { findPlacesFully } from "../find-places.ts";
import { isMeant } from "./is-meant.ts";
import { holdsName, namesInSentence } from "./names-in-sentence.ts";

/** What is farther from everything of the trip may be another place of the name. */
const FAR_M = 100_000;
const MOST_RESULTS = 10;
const LONGEST_NAME = 200;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

export interface Around {
  /** Where results come first. */
  near: Point | null;
  /** All that is known of where the trip is. */
  points: readonly Point[];
  locale: Locale;
}

export interface Allowance {
  /** And links that are followed. */
  searches: number;
  /** After it nothing more is begun. */
  ms: number;
}

/** What a search has found: a place, with whether it is surely meant; `null`: no place has this name. */
export type Looked = { place: PlaceDto; name: string; isSure: boolean } | null;

/** By which of its names a sentence names it. */
type Said = NonNullable<Looked> & { said: string };

/** It is not known: there is no time left for it, or the map search gives no answer. */
export class NotLookedUp extends Error {}

/** Looks up the names of one paste, within what one paste may ask for. */
export class PlaceFinder {
  readonly #around: Around;
  readonly #until: number;
  #left: number;

  constructor(around: Around, { searches, ms }: Allowance) {
    this.#around = around;
    this.#left = searches;
    this.#until = performance.now() + ms;
  }

  get #isOver(): boolean {
    return this.#left <= 0 || performance.now() >= this.#until;
  }

  /** Counts one question to somebody else. @throws NotLookedUp where none is left */
  spend(): void {
    if (this.#isOver) throw new NotLookedUp();
    this.#left -= 1;
  }

  /** What one line of a list names: by all of it, then by what stands before its first mark. @throws NotLookedUp */
  async findLine(text: string, near: Point | null = this.#around.near): Promise<Looked> {
    let far: PlaceDto | undefined;
    for (const { query, name } of queriesOf(text)) {
      const isIt = (place: PlaceDto) => isMeant(place, query);
      const found = (await this.#search(query, near, isIt)).filter(isIt);
      const place = found.find((each) => this.#isNear(each));
      if (place) return { place, name: name ?? place.name, isSure: true };
      far ??= found[0];
    }
    return far ? { place: far, name: far.name, isSure: this.#around.points.length === 0 } : null;
  }

  /** The places near the trip that a sentence names, in its order, each once. @throws NotLookedUp */
  async findInSentence(sentence: string): Promise<Said[]> {
    const folded = fold(sentence);
    const found = new Map<string, Said>();
    for (const names of namesInSentence(sentence)) {
      for (const name of names) {
        const said = longest(await this.#nearby(name, folded), folded);
        if (!said) continue;
        const { place } = said;
        found.set(place.placeRef, { ...said, name: place.name, isSure: this.#isSure(place) });
        if (fold(said.said) === fold(name)) break;
      }
    }
    const at = ({ said }: Said) => folded.indexOf(fold(said));
    return [...found.values()].toSorted((a, b) => at(a) - at(b));
  }

  async #nearby(name: string, folded: string): Promise<PlaceDto[]> {
    const isSaid = (place: PlaceDto) => longest([place], folded) !== undefined;
    return (await this.#search(name, this.#around.near, isSaid)).filter((place) => this.#isNear(place));
  }

  /** A sentence names towns and countries to say where it is. */
  #isSure({ kind }: PlaceDto): boolean {
    return this.#around.points.length > 0 && kind !== "city" && kind !== "region" && kind !== "country";
  }

  #isNear(place: Point): boolean {
    const { points } = this.#around;
    return points.length === 0 || points.some((point) => distanceMeters(point, place) <= FAR_M);
  }

  /** In the reader's language and in the one that is spoken there: a list may be written in either. */
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
    // Nobody's in particular: a person's own newer question does not end it.
    const { places, isWhole } = await findPlacesFully({ ...asked, limit: MOST_RESULTS, asker: "" });
    if (!isWhole && !places.some(isIt)) throw new NotLookedUp();
    return places;
  }
}

interface LineQuery {
  query: string;
  /** What a place that is found by its address alone is called. */
  name?: string;
}

/** "Lunch: Le Train Bleu (upstairs), Place Louis-Armand" by its name and address, its name, and its address. */
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

/** The place whose name takes up most of the sentence. */
function longest(places: readonly PlaceDto[], folded: string): Pick<Said, "place" | "said"> | undefined {
  const names = places.flatMap((place) =>
    [place.name, place.alsoKnownAs ?? ""].map((said) => ({ place, said })),
  );
  const held = names.filter(({ said }) => holdsName(folded, said));
  return held.toSorted((a, b) => b.said.length - a.said.length)[0];
}
