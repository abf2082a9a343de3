import type { Point } from "#lib/shared/legs.ts";
import { cellOf, cellsAround, isSameSpot, linkKey, providerIds } from "./place-identity.ts";

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
  return name.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
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
  if (left.ids.some((id) => right.ids.includes(id))) return true;
  if (left.ids.some((id) => right.ids.some((other) => familyOf(id) === familyOf(other)))) return false;
  if (a.point && b.point) return isSameSpot(a.point, b.point);
  // A link may be that of a chain or of an article: beside it, the name has to be the same too.
  return left.link !== null && left.link === right.link && left.name === right.name;
}

/** Two ids of one family that differ are two places, such as shops of one house. */
function familyOf(id: string): string {
  return /^google:\d+$/.test(id) ? "google:cid" : (id.split(":")[0] ?? "");
}

/**
 * Whether a stop says all that a record says which has neither a spot nor a link to be known by: its name, its times and
 * each paragraph of its notes.
 */
function saysAllOf(stop: Likeness, record: Likeness): boolean {
  if (record.point || record.url !== null || identityOf(record).ids.length > 0) return false;
  return isTwinTime(record, stop) && isNamesake(record, stop) && missingNotes(stop, record) === null;
}

/** What a record's notes say that a stop's do not, by paragraphs; null: nothing. */
export function missingNotes(stop: Pick<Likeness, "notes">, record: Pick<Likeness, "notes">): string | null {
  const known = stop.notes ?? "";
  const paragraphs = (record.notes ?? "").split(/\n{2,}/).map((text) => text.trim());
  const missing = paragraphs.filter((text) => text !== "" && !known.includes(text));
  return missing.length === 0 ? null : missing.join("\n\n");
}

/** By which keys to look: those of a place, the same with the name, or the name alone. */
type LookUp = "place" | "namesake" | "name";

function lookUpOf(key: string): LookUp {
  if (key.startsWith("\n")) return "name";
  return key.includes("\n") ? "namesake" : "place";
}

/** Records that may be the same as others, found without comparing each with each. */
export class LikenessIndex<T extends Likeness> {
  readonly #byKey = new Map<string, T[]>();

  constructor(records: readonly T[] = []) {
    for (const record of records) this.add(record);
  }

  add(record: T): void {
    for (const key of new Set(keysOf(record, (point) => [cellOf(point)]))) {
      const list = this.#byKey.get(key);
      if (list) list.push(record);
      else this.#byKey.set(key, [record]);
    }
  }

  find(record: Likeness, by: LookUp, isSame: (each: T) => boolean): T | undefined {
    for (const key of keysOf(record, cellsAround)) {
      if (lookUpOf(key) !== by) continue;
      const found = this.#byKey.get(key)?.find(isSame);
      if (found) return found;
    }
    return undefined;
  }
}

/** By how much two records are alike, from the surest on. */
const PASSES: ReadonlyArray<{ by: LookUp; isSame: (record: Likeness, stop: Likeness) => boolean }> = [
  { by: "namesake", isSame: (record, stop) => isTwinTime(record, stop) && isSamePlace(record, stop) },
  { by: "namesake", isSame: (record, stop) => isSamePlace(record, stop) },
  { by: "place", isSame: (record, stop) => isSamePlace(record, stop) },
  { by: "name", isSame: (record, stop) => saysAllOf(stop, record) },
];

/**
 * Which stop of the plan each record is already. A stop stands for one record, so that a plan that has a hotel once does not
 * swallow both of its mornings. `isOnDay` says whether a stop's day fits. Records are matched first where the name is the same
 * too, then those that were renamed here.
 */
export function matchStops<S extends Likeness, R extends Likeness>(
  stops: LikenessIndex<S>,
  records: readonly R[],
  taken: Set<S>,
  isOnDay: (record: R, stop: S) => boolean,
): Map<R, S> {
  const matched = new Map<R, S>();
  for (const { by, isSame } of PASSES) {
    for (const record of records) {
      if (matched.has(record)) continue;
      const found = stops.find(
        record,
        by,
        (stop) => !taken.has(stop) && isOnDay(record, stop) && isSame(record, stop),
      );
      if (!found) continue;
      matched.set(record, found);
      taken.add(found);
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
