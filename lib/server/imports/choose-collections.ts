import { invalidField } from "#lib/shared/errors.ts";
import type { ImportCollection } from "#lib/shared/imports.ts";
import type { FoundPlace, ParsedFile } from "./found-place.ts";

/**
 * Returns the lists of a file, each with the number of its places; the places without a list form one more. The result
 * is empty when the file has no lists to choose from.
 */
export function collectionsOf(file: ParsedFile): ImportCollection[] {
  const counts = new Map<number, number>();
  for (const place of file.places) {
    const index = indexOf(file, place);
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  const loose = file.collections.length;
  const all = [...file.collections, { name: null }].map(({ name }, index) => ({
    id: String(index),
    name,
    count: counts.get(index) ?? 0,
  }));
  const shown = all.filter(({ count, id }) => count > 0 || Number(id) < loose);
  return file.collections.length === 0 ? [] : shown;
}

/**
 * Keeps only the places of the chosen lists, and the notices about them.
 * @throws AppError VALIDATION_FAILED for an unknown list
 */
export function chooseCollections(file: ParsedFile, chosen: string | undefined): ParsedFile {
  if (chosen === undefined) return file;
  const ids = new Set(chosen.split(",").map(Number));
  const known = new Set(collectionsOf(file).map(({ id }) => Number(id)));
  if (![...ids].every((id) => known.has(id))) throw invalidField("collections", "The file has no such list.");
  const isChosen = (place: FoundPlace) => ids.has(indexOf(file, place));
  const others = new Set(file.places.filter((place) => !isChosen(place)).map(({ line }) => line));
  const notices = file.notices.filter(({ line }) => line === null || !others.has(line));
  return { ...file, places: file.places.filter(isChosen), notices, records: file.records - others.size };
}

function indexOf(file: ParsedFile, { collection }: FoundPlace): number {
  return collection ?? file.collections.length;
}
