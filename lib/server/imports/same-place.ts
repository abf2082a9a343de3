import type { Point } from "#lib/shared/legs.ts";
import { cellOf, cellsAround, isSameById, isSameSpot } from "#lib/shared/same-spot.ts";
import { keepingDirection } from "#lib/shared/text-direction.ts";
import { linkKey, providerIds } from "./place-identity.ts";

/*
 * When two records are one, for every way into a plan: the day has to fit; then a provider's id or a link, then the exact
 * spot. A name alone never makes two records one.
 */

/** A record of a file, or a stop of the plan, as sameness sees it. */
export interface Likeness {
  name: string;
  /** null: no day is known, which fits every day. */
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
  return keepingDirection(name).normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** What sameness looks at, worked out once for each record. */
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

/** The ids, links and cells of the map under which a record is found, with its name too or without it. */
function keysOf(record: Likeness, cells: (point: Point) => string[]): string[] {
  const { ids, link, name } = identityOf(record);
  const spots = record.point ? cells(record.point) : [];
  const known = [...ids, ...(link === null ? [] : [link])];
  return [...known, ...spots].flatMap((key) => [key, `${key}\n${name}`]).concat(`\n${name}`);
}

/** Whether both are the same place by a provider's id, the exact spot or a link. */
export function isSamePlace(a: Likeness, b: Likeness): boolean {
  const [left, right] = [identityOf(a), identityOf(b)];
  const byId = isSameById(left.ids, right.ids);
  if (byId !== null) return byId;
  if (a.point && b.point) return isSameSpot(a.point, b.point);
  // A link may be that of a chain or of an article: beside it, the name has to be the same too.
  return left.link !== null && left.link === right.link && left.name === right.name;
}

/** What tells a record from others where neither ids nor spots do: its link and name, or all that it says. */
export function likenessKey(record: Likeness): string | null {
  const { link, name } = identityOf(record);
  if (link !== null) return `link\n${link}\n${name}`;
  if (!isKnownByWords(record)) return null;
  return ["words", name, record.startTime, record.endTime, record.notes].join("\n");
}

/** It has neither a spot nor a link nor an id. */
function isKnownByWords(record: Likeness): boolean {
  return record.point === null && record.url === null && identityOf(record).ids.length === 0;
}

/**
 * Whether a stop says all that a record says which has neither a spot nor a link to be known by: its name, its times and
 * each paragraph of its notes.
 */
function saysAllOf(stop: Likeness, record: Likeness): boolean {
  if (!isKnownByWords(record)) return false;
  return isTwinTime(record, stop) && isNamesake(record, stop) && missingNotes(stop, record) === null;
}

/** What a record's notes say that a stop's do not, by paragraphs; null: nothing. */
export function missingNotes(stop: Pick<Likeness, "notes">, record: Pick<Likeness, "notes">): string | null {
  if (record.notes === null || record.notes === stop.notes) return null;
  const known = stop.notes ?? "";
  const paragraphs = record.notes.split(/\n{2,}/).map((text) => text.trim());
  const missing = paragraphs.filter((text) => text !== "" && !known.includes(text));
  return missing.length === 0 ? null : missing.join("\n\n");
}

/** By which keys to look: those of a place, the same with the name, or the name alone. */
type LookUp = "place" | "namesake" | "name";

/** Comparisons of one import: only a hostile file needs more, whose records then count as new. */
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

/** Records that may be the same as others, found without comparing each with each. */
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

/** By how much two records are alike, from the surest on. */
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

/** The stop as an import of the record made it, which nobody has changed. */
function isCopy(record: Likeness, stop: Likeness): boolean {
  const isHere =
    record.point && stop.point ? isSameSpot(record.point, stop.point) : record.point === stop.point;
  const isSaid = record.notes === stop.notes && record.url === stop.url;
  return isHere && isSaid && isTwinTime(record, stop) && isNamesake(record, stop);
}

/** The same place, of which the stop says already what the record notes: a record that was imported before. */
function isKnown(record: Likeness, stop: Likeness): boolean {
  return isSamePlace(record, stop) && missingNotes(stop, record) === null;
}

/**
 * Which stop of the plan each record is already. A stop stands for one record, so that a plan that has a hotel once does not
 * swallow both of its mornings, and leaves the index with it. `isOnDay` says whether a stop's day fits. Records are matched first where the name is the same
 * too, then those that were renamed here.
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
 * Whether two records of one foreign file are one: the same day and hour, and the same place by an id; by the link or spot
 * alone the name has to be the same too, since a park and its car park may share one.
 */
export function areTwins(a: Likeness, b: Likeness): boolean {
  if (a.date !== b.date || !isTwinTime(a, b) || !isSamePlace(a, b)) return false;
  return isNamesake(a, b) || identityOf(a).ids.some((id) => identityOf(b).ids.includes(id));
}
