import { foldText } from "#lib/shared/fold.ts";
import type { Gazetteer } from "./gazetteer.ts";

const MOST_SPLITS = 3;
const MOST_ENTRIES = 2000;

/** Whether a place is in the country or region that the text names. */
export type AreaFilter = (index: number) => boolean;

/** Returns the ways to cut a text into a name and its country or region: at its commas, or else at its last spaces. */
export function splitNameAndArea(text: string): [name: string, where: string][] {
  const separator = /[,，、]/.test(text) ? /[,，、]/ : /\s+/;
  const parts = text.trim().split(separator);
  const cuts = Array.from(
    { length: Math.min(MOST_SPLITS, parts.length - 1) },
    (_, less) => parts.length - 1 - less,
  );
  return cuts.map((at) => [parts.slice(0, at).join(" "), parts.slice(at).join(" ")]);
}

/** Finds countries by name in any language or code, and regions by name or code; the beginning of a name is enough. */
export function areaFilterOf(gazetteer: Gazetteer, where: string): AreaFilter | null {
  const folded = foldText(where);
  if (folded === "") return null;
  const countries = countriesNamed(gazetteer, folded);
  const regions = regionsNamed(gazetteer, folded);
  if (countries.size === 0 && regions.size === 0) return null;
  const { country, region } = gazetteer.columns;
  return (index) => countries.has(country[index] ?? 0) || regions.has(region[index] ?? 0);
}

function countriesNamed(gazetteer: Gazetteer, folded: string): Set<number> {
  const { columns, meta } = gazetteer;
  const byCode = meta.countries.indexOf(folded.toUpperCase());
  const found = new Set(byCode > 0 ? [byCode] : []);
  const { from, to } = gazetteer.range(folded);
  for (let rank = from; rank < Math.min(to, from + MOST_ENTRIES); rank++) {
    const index = gazetteer.placeOf(columns.entries[rank] ?? 0);
    if (gazetteer.isKind(index, "country")) found.add(columns.country[index] ?? 0);
  }
  return found;
}

function regionsNamed(gazetteer: Gazetteer, folded: string): Set<number> {
  const asCode = `.${folded.toUpperCase()}`;
  const names = gazetteer.foldedRegions();
  const found = new Set<number>();
  for (const [number, [code]] of gazetteer.meta.regions.entries()) {
    if (number > 0 && (code.endsWith(asCode) || names[number]?.startsWith(folded))) found.add(number);
  }
  return found;
}
