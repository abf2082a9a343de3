import { foldText } from "#lib/shared/fold.ts";
import {
  BLOCK_ENTRIES,
  CELL_COUNT,
  cellOf,
  type Columns,
  UNITS_PER_DEGREE,
  IMPORTANCE_STEP,
  KINDS,
  LINE_END,
  type Meta,
  NO_ENTRY,
  TOPS_PER_BLOCK,
} from "#lib/server/places/gazetteer-format.ts";
import type { SourcePlace } from "./gazetteer-sources.ts";

interface Entry {
  key: string;
  offset: number;
  place: number;
  weight: number;
}

/**
 * What is subtracted from an entry's rank within its block if it is not the place's common name, or begins inside a
 * name.
 */
const ALTERNATE = -0.8;
const LATER_WORD = -1.3;
const SHORTEST_WORD = 3;
const LATIN = /^\p{Script=Latin}/u;
const WORD_START = /[\p{P}\p{Z}]+(?=[\p{L}\p{N}])/gu;

/** Lays out the columns of the file; `gazetteer-format.ts` describes them. */
export function layOutColumns(
  unordered: readonly SourcePlace[],
  regionNames: ReadonlyMap<string, string>,
): { meta: Pick<Meta, "countries" | "regions" | "zones">; columns: Columns } {
  const places = unordered
    .map((place) => ({ ...place, names: distinct(place), cell: cellOf(place.lat, place.lng) }))
    .toSorted((a, b) => a.cell - b.cell || b.importance - a.importance || a.id - b.id);
  const countries = numbered(places.map(({ countryCode }) => countryCode));
  const zones = numbered(places.map(({ zone }) => zone));
  const regions = numbered(places.map(({ region }) => (regionNames.has(region) ? region : "")));
  const { names, nameAt, entries } = namesOf(places);
  const sorted = entries.toSorted(byKey);
  return {
    meta: {
      countries: [...countries.keys()],
      zones: [...zones.keys()],
      regions: [...regions.keys()].map((code) => [code, regionNames.get(code) ?? ""]),
    },
    columns: {
      id: Uint32Array.from(places, ({ id }) => id),
      lat: Int32Array.from(places, ({ lat }) => Math.round(lat * UNITS_PER_DEGREE)),
      lng: Int32Array.from(places, ({ lng }) => Math.round(lng * UNITS_PER_DEGREE)),
      importance: Uint16Array.from(places, ({ importance }) => Math.round(importance * IMPORTANCE_STEP)),
      kind: Uint8Array.from(places, ({ kind }) => KINDS.indexOf(kind)),
      country: Uint8Array.from(places, ({ countryCode }) => countries.get(countryCode) ?? 0),
      region: Uint16Array.from(places, ({ region }) => regions.get(region) ?? 0),
      zone: Uint16Array.from(places, ({ zone }) => zones.get(zone) ?? 0),
      nameAt,
      names,
      entries: Uint32Array.from(sorted, ({ offset }) => offset),
      ...ranksByPlace(sorted, places.length),
      tops: topsOf(sorted),
      cells: startsOf(
        places.map(({ cell }) => cell),
        CELL_COUNT,
      ),
    },
  };
}

/**
 * Removes names that fold alike, keeping the spelling of the place's country; an airport's code stays beside a name
 * with the same spelling.
 */
function distinct({ names, kind, countryCode }: SourcePlace): string[] {
  const given = names.map((name) => name.replaceAll(/\s+/gu, " ").trim());
  const [first = "", ...others] = given;
  const code = kind === "airport" ? others.slice(0, 1) : [];
  const byFold = new Map([[foldText(first), first]]);
  for (const name of others.slice(code.length)) {
    const folded = foldText(name);
    const known = byFold.get(folded);
    if (folded !== "" && (known === undefined || (known !== first && isSpelledIn(countryCode, name))))
      byFold.set(folded, name);
  }
  const [, ...rest] = byFold.values();
  return [first, ...code, ...rest];
}

/** By language, its letters beside the basic ones. They distinguish `München` from other spellings that fold alike. */
const OWN_LETTERS: Readonly<Record<string, string>> = {
  cs: "áčďéěíňóřšťúůýž",
  da: "æøå",
  de: "äöüß",
  es: "áéíñóúü",
  et: "äõöüšž",
  fi: "äöå",
  fr: "àâçéèêëîïôœùûü",
  hr: "čćđšž",
  hu: "áéíóöőúüű",
  is: "áæðéíóöþúý",
  it: "àèéìòù",
  lt: "ąčėęįšųūž",
  lv: "āčēģīķļņšūž",
  nb: "æøå",
  nl: "ëïé",
  pl: "ąćęłńóśźż",
  pt: "áâãàçéêíóôõú",
  ro: "ăâîșşțţ",
  sk: "áäčďéíľĺňóôŕšťúýž",
  sl: "čšž",
  sr: "čćđšž",
  sv: "åäö",
  tr: "çğıİöşü",
};

/** Whether a name has letters beside the basic ones, and only those of the country's main language. */
function isSpelledIn(countryCode: string, name: string): boolean {
  const letters =
    name
      .normalize("NFC")
      .toLowerCase()
      .match(/[^\x20-\x7e]/gu) ?? [];
  if (letters.length === 0) return false;
  const { language } = new Intl.Locale(`und-${countryCode}`).maximize();
  return letters.every((letter) => OWN_LETTERS[language]?.includes(letter));
}

/** Numbers the keys from 1; zero stands for none. */
function numbered(keys: string[]): Map<string, number> {
  const distinctKeys = [...new Set(keys)].filter((key) => key !== "").toSorted(byText);
  return new Map(["", ...distinctKeys].map((key, number) => [key, number]));
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function byKey(a: Entry, b: Entry): number {
  return byText(a.key, b.key) || b.weight - a.weight || a.offset - b.offset;
}

function namesOf(places: readonly SourcePlace[]): Pick<Columns, "names" | "nameAt"> & { entries: Entry[] } {
  const nameAt = new Uint32Array(places.length + 1);
  const entries: Entry[] = [];
  const lines: string[] = [];
  let offset = 0;
  for (const [place, { names, importance }] of places.entries()) {
    nameAt[place] = offset;
    for (const [number, name] of names.entries()) {
      const weight = importance + (number === 0 ? 0 : ALTERNATE);
      entries.push({ key: foldText(name), offset, place, weight });
      for (const at of number === 0 ? laterWords(name) : []) {
        const word = offset + Buffer.byteLength(name.slice(0, at));
        entries.push({ key: foldText(name.slice(at)), offset: word, place, weight: importance + LATER_WORD });
      }
      lines.push(name);
      offset += Buffer.byteLength(name) + 1;
    }
  }
  nameAt[places.length] = offset;
  const end = String.fromCharCode(LINE_END);
  return { names: new Uint8Array(Buffer.from(`${lines.join(end)}${end}`)), nameAt, entries };
}

/** Returns the positions at which later words of a Latin name begin, since people may type a name from there. */
function laterWords(name: string): number[] {
  if (!LATIN.test(name)) return [];
  return [...name.matchAll(WORD_START)]
    .map((gap) => gap.index + gap[0].length)
    .filter((at) => at > 0 && foldText(name.slice(at)).length >= SHORTEST_WORD);
}

function ranksByPlace(sorted: readonly Entry[], count: number): Pick<Columns, "rankAt" | "ranks"> {
  const ranked = sorted.map(({ place }, rank) => ({ place, rank })).toSorted((a, b) => a.place - b.place);
  return {
    rankAt: startsOf(
      ranked.map(({ place }) => place),
      count,
    ),
    ranks: Uint32Array.from(ranked, ({ rank }) => rank),
  };
}

/** Returns for each number the index at which it begins in a sorted list, and finally the list's length. */
function startsOf(sorted: readonly number[], count: number): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(count + 1);
  for (const number of sorted) starts[number + 1] = (starts[number + 1] ?? 0) + 1;
  for (let number = 1; number <= count; number++) {
    starts[number] = (starts[number] ?? 0) + (starts[number - 1] ?? 0);
  }
  return starts;
}

/** Returns the most important entries of every block, one for each place. */
function topsOf(sorted: readonly Entry[]): Uint32Array<ArrayBuffer> {
  const tops = new Uint32Array(Math.ceil(sorted.length / BLOCK_ENTRIES) * TOPS_PER_BLOCK).fill(NO_ENTRY);
  for (let from = 0; from < sorted.length; from += BLOCK_ENTRIES) {
    const ranked = sorted
      .slice(from, from + BLOCK_ENTRIES)
      .map(({ place, weight }, more) => ({ place, weight, rank: from + more }))
      .toSorted((a, b) => b.weight - a.weight || a.rank - b.rank);
    const one = ranked.filter(({ place }, at) => ranked.findIndex((other) => other.place === place) === at);
    tops.set(
      one.slice(0, TOPS_PER_BLOCK).map(({ rank }) => rank),
      (from / BLOCK_ENTRIES) * TOPS_PER_BLOCK,
    );
  }
  return tops;
}
