import { openGazetteer } from "#lib/server/places/gazetteer.ts";
import type { Point } from "#lib/shared/legs.ts";

export interface PlaceSearch {
  script: string;
  text: string;
  near?: Point;
}

const SCRIPTS = {
  Latin: /^\p{Script=Latin}.*[^\x20-\x7e]/u,
  Han: /^\p{Script=Han}+$/u,
  Kana: /^[\p{Script=Katakana}\p{Script=Hiragana}ー]+$/u,
  Hangul: /^\p{Script=Hangul}+$/u,
  Cyrillic: /^\p{Script=Cyrillic}/u,
  Arabic: /^\p{Script=Arabic}/u,
  Greek: /^\p{Script=Greek}/u,
  Thai: /^\p{Script=Thai}/u,
  Devanagari: /^\p{Script=Devanagari}/u,
};
const WELL_KNOWN = 5.7;

/**
 * Returns prefixes of names in many scripts, of well-known places and of arbitrary ones; half of the searches are near
 * a town.
 */
export async function placeSearches(count: number): Promise<PlaceSearch[]> {
  const gazetteer = await openGazetteer();
  const { nameAt, names } = gazetteer.columns;
  const next = numbers(7);
  const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)];
  const known: Record<string, string[]> = {};
  const any: Record<string, string[]> = {};
  for (let index = 0; index + 1 < nameAt.length; index++) {
    const isKnown = gazetteer.importance(index) > WELL_KNOWN;
    if (!isKnown && next() > 0.05) continue;
    const text = Buffer.from(names.subarray(nameAt[index], nameAt[index + 1])).toString();
    for (const name of text.split("\n")) {
      for (const [script, pattern] of Object.entries(SCRIPTS)) {
        if (pattern.test(name)) ((isKnown ? known : any)[script] ??= []).push(name);
      }
    }
  }
  const scripts = Object.keys(SCRIPTS);
  return Array.from({ length: count }, (_, turn) => {
    const script = scripts[turn % scripts.length] ?? "";
    const name = pick((next() < 0.6 ? known : any)[script] ?? known[script] ?? []) ?? "";
    const letters = Array.from(name);
    const text = letters.slice(0, 1 + Math.floor(next() * Math.min(8, letters.length))).join("");
    const { lat, lng } = gazetteer.place(Math.floor(next() * (nameAt.length - 1)));
    return { script, text, ...(next() < 0.5 && { near: { lat, lng } }) };
  });
}

/** Returns a function whose numbers between 0 and 1 are the same in every run with the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
