import type { Point } from "#lib/shared/legs.ts";
import { foldText } from "#lib/shared/fold.ts";
import type { GazetteerPlace, Gazetteer } from "./gazetteer.ts";
import { likelyRanksIn } from "./gazetteer-ranks.ts";
import { ranksWithOneTypo } from "./one-typo.ts";
import { splitNameAndArea, type AreaFilter, areaFilterOf } from "./area-filter.ts";

export interface Hit extends GazetteerPlace {
  /** The name that fits the text; `name` is the common one. */
  matched: string;
}

/**
 * Two results with the same name within this distance are one place, such as a town and its municipality or a city and
 * its state.
 */
const SAME_KM = 20;

/* The scores are on the scale of importance, where 1 means ten times the population. */
const ALTERNATE = -0.8;
const LATER_WORD = -1.3;
const EXACT_NAME = 2;
const EXACT_WORD = 0.4;
const EXACT_CODE = 2.5;
const CODE_IN_CAPITALS = 6;
const SLIP = -2;
/** The distance within which a place with exactly the searched name comes before all other results. */
const NEAR_KM = 50;
const EXACT_NEAR = 10;
/**
 * The score of a name of one Chinese character, in countries that write such names. Elsewhere the character only stands
 * for a sound, as 京 in 京斯敦 (Kingston).
 */
const OWN_SIGN = 1.4;

const CODE = /^[A-Z]{3}$/;
const ONE_SIGN = /^\p{Script=Han}$/u;
const WRITE_SIGNS = new Set(["CN", "HK", "JP", "KP", "KR", "MO", "SG", "TW"]);
/** Matches transliterated names, such as `jing du` for 京都. */
const SPELLED_OUT = /^(?=\p{Script=Latin})\p{Ll}/u;

interface Asked {
  text: string;
  near: Point | undefined;
  within: AreaFilter | null;
  isOneSign: boolean;
}

interface Candidate {
  index: number;
  score: number;
  /** The offset of the name that fits best. */
  offset: number;
}

/** Returns the results, best first. It takes a few milliseconds at most, even for a short text. */
export function searchGazetteer(
  gazetteer: Gazetteer,
  text: string,
  { near, limit }: { near?: Point | undefined; limit: number },
): Hit[] {
  const asked: Asked = { text, near, within: null, isOneSign: ONE_SIGN.test(text.trim()) };
  const found = new Map<number, Candidate>();
  addMatches(gazetteer, asked, found);
  if (found.size === 0) addNarrowed(gazetteer, asked, found);
  if (found.size === 0) addSlips(gazetteer, asked, found);
  return best(gazetteer, found, limit);
}

function addMatches(gazetteer: Gazetteer, asked: Asked, found: Map<number, Candidate>): void {
  const folded = foldText(asked.text);
  if (folded === "") return;
  const range = gazetteer.range(folded);
  for (const rank of likelyRanksIn(gazetteer, range, asked.near)) {
    consider(gazetteer, found, asked, { rank, isExact: rank < range.exact, extra: 0 });
  }
}

/** Searches a text whose end names a country or region, such as `Paris, Texas` and `Springfield IL`. */
function addNarrowed(gazetteer: Gazetteer, asked: Asked, found: Map<number, Candidate>): void {
  for (const [name, where] of splitNameAndArea(asked.text)) {
    const within = areaFilterOf(gazetteer, where);
    if (within) addMatches(gazetteer, { ...asked, text: name, within }, found);
    if (found.size > 0) return;
  }
}

function addSlips(gazetteer: Gazetteer, asked: Asked, found: Map<number, Candidate>): void {
  for (const rank of ranksWithOneTypo(gazetteer, foldText(asked.text))) {
    consider(gazetteer, found, asked, { rank, isExact: false, extra: SLIP });
  }
}

function consider(
  gazetteer: Gazetteer,
  found: Map<number, Candidate>,
  { text, near, within, isOneSign }: Asked,
  { rank, isExact, extra }: { rank: number; isExact: boolean; extra: number },
): void {
  const offset = gazetteer.columns.entries[rank] ?? 0;
  const index = gazetteer.placeOf(offset);
  if (within && !within(index)) return;
  const fit = fitOf(gazetteer, { index, offset, isExact, text });
  if (fit === null) return;
  const own = isOneSign && WRITE_SIGNS.has(gazetteer.countryOf(index)) ? OWN_SIGN : 0;
  const isName = isExact && gazetteer.isLineStart(offset) && !gazetteer.isCode(offset);
  const score =
    fit + extra + own + gazetteer.importance(index) + nearness(gazetteer, index, { near, isName });
  const before = found.get(index);
  if (!before || before.score < score) found.set(index, { index, score, offset });
}

/** Returns how well an entry fits the text; null when it does not fit. */
function fitOf(
  gazetteer: Gazetteer,
  { index, offset, isExact, text }: { index: number; offset: number; isExact: boolean; text: string },
): number | null {
  if (!gazetteer.isLineStart(offset)) return LATER_WORD + (isExact ? EXACT_WORD : 0);
  if (offset === gazetteer.columns.nameAt[index]) return isExact ? EXACT_NAME : 0;
  if (!gazetteer.isCode(offset)) return ALTERNATE + (isExact ? EXACT_NAME : 0);
  if (!isExact) return null;
  return gazetteer.isKind(index, "airport") && CODE.test(text.trim()) ? CODE_IN_CAPITALS : EXACT_CODE;
}

/**
 * Returns the score for the distance. A place at the same spot counts as if it had four thousand times its population,
 * and one at a distance of forty kilometres fifty times.
 */
function nearness(
  gazetteer: Gazetteer,
  index: number,
  { near, isName }: { near: Point | undefined; isName: boolean },
): number {
  if (!near) return 0;
  const km = gazetteer.distanceTo(index, near);
  const exact = isName && km <= NEAR_KM ? EXACT_NEAR : 0;
  return exact + 3 * Math.exp(-km / 40) + 0.6 * Math.exp(-km / 600);
}

function best(gazetteer: Gazetteer, found: Map<number, Candidate>, limit: number): Hit[] {
  const hits: Hit[] = [];
  const ordered = [...found.values()].toSorted((a, b) => b.score - a.score || a.index - b.index);
  for (const { index, offset } of ordered) {
    if (hits.length === limit) break;
    const hit = hitOf(gazetteer, index, offset);
    if (!hits.some((other) => isSame(gazetteer, other, hit))) hits.push(hit);
  }
  return hits;
}

/**
 * Returns the result with the common name when the name that was found is a code or a transliteration, and for every
 * airport.
 */
function hitOf(gazetteer: Gazetteer, index: number, offset: number): Hit {
  const place = gazetteer.place(index);
  const matched = gazetteer.nameAround(offset);
  const isNoName = place.kind === "airport" || CODE.test(matched) || SPELLED_OUT.test(matched);
  return { ...place, matched: isNoName ? place.name : matched };
}

function isSame(gazetteer: Gazetteer, a: Hit, b: Hit): boolean {
  if (a.kind === "airport" || b.kind === "airport" || a.countryCode !== b.countryCode) return false;
  return foldText(a.name) === foldText(b.name) && gazetteer.distanceTo(a.index, b) < SAME_KM;
}
