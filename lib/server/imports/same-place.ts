import type { Point } from "#lib/shared/legs.ts";
import { cellOf, cellsAround, isSameById, isSameSpot } from "#lib/shared/same-spot.ts";
import { removeDirectionOverrides } from "#lib/shared/text-direction.ts";
import { linkKey, providerIds } from "./place-identity.ts";

/* Decides when two records are the same, for all imports and searches. The day must fit, and then a provider's id,
   a link or the exact coordinates. A name alone never makes two records the same. */

/** The fields of a file's record or of a stop by which they are compared. */
export interface Likeness {
  name: string;
  /** The day; null: the day is unknown, so that every day fits. */
  date: string | null;
  point: Point | null;
  placeRef: string | null;
  url: string | null;
  address: string | null;
  notes: string | null;
  startTime: string | null;
  endTime: string | null;
}

export function nameKey(name: string): string {
  return removeDirectionOverrides(name).normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** The keys by which records are compared, computed once for each record. */
interface Identity {
  ids: string[];
  link: string | null;
  name: string;
}

const identities = new WeakMap<Likeness, Identity>();

function identityOf(record: Likeness): Identity {
  const known = identities.get(record);
  if (known) return known;
  const made = { ids: providerIds(record), link: linkKey(record.url), name: nameKey(record.name) };
  identities.set(record, made);
  return made;
}

/**
 * Returns the keys under which a record is found: its ids, its link and its map cells, each with and without its name,
 * and the name alone.
 */
function keysOf(record: Likeness, cells: (point: Point) => string[]): string[] {
  const { ids, link, name } = identityOf(record);
  const spots = record.point ? cells(record.point) : [];
  const known = [...ids, ...(link === null ? [] : [link])];
  return [...known, ...spots].flatMap((key) => [key, `${key}\n${name}`]).concat(`\n${name}`);
}

/** Whether two records are the same place by a provider's id, the exact coordinates or a link. */
export function isSamePlace(a: Likeness, b: Likeness): boolean {
  const [left, right] = [identityOf(a), identityOf(b)];
  const byId = isSameById(left.ids, right.ids);
  if (byId !== null) return byId;
  if (a.point && b.point) return isSameSpot(a.point, b.point);
  // Several places may have the same link, for example of a chain or an article, so the name must be the same, too.
  return left.link !== null && left.link === right.link && left.name === right.name;
}

/**
 * Returns the key that identifies a record which has neither ids nor coordinates: its link and name, or all its texts;
 * null for a record without a link that ids or coordinates identify.
 */
export function likenessKey(record: Likeness): string | null {
  const { link, name } = identityOf(record);
  if (link !== null) return `link\n${link}\n${name}`;
  if (!isKnownByWords(record)) return null;
  return ["words", name, record.startTime, record.endTime, record.notes].join("\n");
}

/** Whether a record has neither coordinates nor a link nor an id, so that only its texts identify it. */
function isKnownByWords(record: Likeness): boolean {
  return record.point === null && record.url === null && identityOf(record).ids.length === 0;
}

/**
 * Whether a stop contains all texts of a record that has neither coordinates nor a link: its name, its times and each
 * paragraph of its notes.
 */
function saysAllOf(stop: Likeness, record: Likeness): boolean {
  if (!isKnownByWords(record)) return false;
  return isTwinTime(record, stop) && isNamesake(record, stop) && missingNotes(stop, record) === null;
}

/** Returns the paragraphs of a record's notes that are missing in the stop's notes; null: none. */
export function missingNotes(stop: Pick<Likeness, "notes">, record: Pick<Likeness, "notes">): string | null {
  if (record.notes === null || record.notes === stop.notes) return null;
  const known = stop.notes ?? "";
  const paragraphs = record.notes.split(/\n{2,}/).map((text) => text.trim());
  const missing = paragraphs.filter((text) => text !== "" && !known.includes(text));
  return missing.length === 0 ? null : missing.join("\n\n");
}

/** The keys by which a record is looked up: those of the place, those of place and name together, or the name alone. */
type LookUp = "place" | "namesake" | "name";

/** Maximum number of comparisons in one import. Only a hostile file needs more; its other records then count as new. */
const MAX_COMPARISONS = 500_000;

const lookUps = new WeakMap<Likeness, Record<LookUp, string[]>>();

function lookUpsOf(record: Likeness): Record<LookUp, string[]> {
  const known = lookUps.get(record);
  if (known) return known;
  const keys = Object.groupBy(keysOf(record, cellsAround), (key): LookUp => {
    if (key.startsWith("\n")) return "name";
    return key.includes("\n") ? "namesake" : "place";
  });
  const made = { place: keys.place ?? [], namesake: keys.namesake ?? [], name: keys.name ?? [] };
  lookUps.set(record, made);
  return made;
}

/** An index of records that finds similar ones without comparing every pair. */
export class LikenessIndex<T extends Likeness> {
  readonly #byKey = new Map<string, Set<T>>();
  #left = MAX_COMPARISONS;

  constructor(records: readonly T[] = []) {
    for (const record of records) this.add(record);
  }

  add(record: T): void {
    for (const key of keysOf(record, (point) => [cellOf(point)])) {
      const set = this.#byKey.get(key);
      if (set) set.add(record);
      else this.#byKey.set(key, new Set([record]));
    }
  }

  remove(record: T): void {
    for (const key of keysOf(record, (point) => [cellOf(point)])) this.#byKey.get(key)?.delete(record);
  }

  all(record: Likeness): T[] {
    const { place, name } = lookUpsOf(record);
    const found = new Set<T>();
    for (const key of [...place, ...name]) for (const each of this.#byKey.get(key) ?? []) found.add(each);
    return [...found];
  }

  find(record: Likeness, by: LookUp, isSame: (each: T) => boolean): T | undefined {
    for (const key of lookUpsOf(record)[by]) {
      for (const each of this.#byKey.get(key) ?? []) {
        if (this.#left-- <= 0) return undefined;
        if (isSame(each)) return each;
      }
    }
    return undefined;
  }
}

/** Whether a stop is the place of a record by any of the rules. */
export function isSameRecord(record: Likeness, stop: Likeness): boolean {
  return isSamePlace(record, stop) || saysAllOf(stop, record);
}

/** The rules by which a record and a stop are the same, the surest first. */
const PASSES: ReadonlyArray<{ by: LookUp; isSame: (record: Likeness, stop: Likeness) => boolean }> = [
  { by: "namesake", isSame: isCopy },
  { by: "name", isSame: isCopy },
  { by: "namesake", isSame: (record, stop) => isTwinTime(record, stop) && isKnown(record, stop) },
  { by: "namesake", isSame: isKnown },
  { by: "place", isSame: isKnown },
  { by: "name", isSame: (record, stop) => saysAllOf(stop, record) },
  { by: "namesake", isSame: (record, stop) => isTwinTime(record, stop) && isSamePlace(record, stop) },
  { by: "namesake", isSame: isSamePlace },
  { by: "place", isSame: isSamePlace },
];

/** Whether a stop is exactly what an import of the record created, because nobody has changed it. */
function isCopy(record: Likeness, stop: Likeness): boolean {
  const isHere =
    record.point && stop.point ? isSameSpot(record.point, stop.point) : record.point === stop.point;
  const isSaid = record.notes === stop.notes && record.url === stop.url;
  return isHere && isSaid && isTwinTime(record, stop) && isNamesake(record, stop);
}

/** Whether a stop is the same place and already has the notes of the record, so that the record was imported before. */
function isKnown(record: Likeness, stop: Likeness): boolean {
  return isSamePlace(record, stop) && missingNotes(stop, record) === null;
}

/**
 * Finds the stop that each record already is. A matched stop leaves the index, so that a hotel that the plan has once
 * does not match two mornings. Records are matched first with stops of the same name, then with stops that were
 * renamed.
 * @param isOnDay says whether the day of a stop fits a record
 */
export function matchStops<S extends Likeness, R extends Likeness>(
  stops: LikenessIndex<S>,
  records: readonly R[],
  isOnDay: (record: R, stop: S) => boolean,
): Map<R, S> {
  const matched = new Map<R, S>();
  for (const { by, isSame } of PASSES) {
    for (const record of records) {
      if (matched.has(record) || (by === "name" && !isKnownByWords(record))) continue;
      const found = stops.find(record, by, (stop) => isOnDay(record, stop) && isSame(record, stop));
      if (!found) continue;
      matched.set(record, found);
      stops.remove(found);
    }
  }
  return matched;
}

function isNamesake(a: Likeness, b: Likeness): boolean {
  return identityOf(a).name === identityOf(b).name;
}

function isTwinTime(a: Likeness, b: Likeness): boolean {
  return a.startTime === b.startTime && a.endTime === b.endTime;
}

/**
 * Whether two records of another program's file are the same: the same day, time and place. When only the link or the
 * coordinates match, the names must be the same, too, since a park and its car park may share them.
 */
export function areDuplicates(a: Likeness, b: Likeness): boolean {
  if (a.date !== b.date || !isTwinTime(a, b) || !isSamePlace(a, b)) return false;
  return isNamesake(a, b) || identityOf(a).ids.some((id) => identityOf(b).ids.includes(id));
}
