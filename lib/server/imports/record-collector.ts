import type { ImportNotice, NAME_SOURCES } from "#lib/shared/import-notices.ts";
import type { LeftOutNotice } from "#lib/shared/left-out.ts";
import { MAX_IMPORT_RECORDS } from "#lib/shared/import-limits.ts";
import type { ImportFormat } from "#lib/shared/imports.ts";
import type { Point } from "#lib/shared/legs.ts";
import { formatCoordinates } from "#lib/shared/coordinates.ts";
import { type CleanedText, cleanLine, cleanParagraphs, shortenForNotice, webUrl } from "./clean-text.ts";
import type { FoundPlace, ParsedFile, RecordCoordinates, RecordTimes } from "./found-place.ts";
import { wrongContent } from "./text.ts";

const NAME_LENGTH = 200;
const ADDRESS_LENGTH = 300;
const NOTES_LENGTH = 10_000;
const TITLE_LENGTH = 120;

type NameSource = (typeof NAME_SOURCES)[number];

/** One record with the texts of the file. */
export interface RawRecord extends Partial<
  Pick<
    FoundPlace,
    | "category"
    | "cost"
    | "hours"
    | "timezone"
    | "startTime"
    | "endTime"
    | "travelMode"
    | "date"
    | "clock"
    | "isIdea"
  >
> {
  name: string | null;
  /** The texts that can replace a missing name, in this order. */
  names?: ReadonlyArray<readonly [NameSource, string | null | undefined]>;
  spot: RecordCoordinates;
  address?: string | null | undefined;
  placeRef?: string | null | undefined;
  notes?: ReadonlyArray<string | null | undefined>;
  url?: string | null | undefined;
  when?: RecordTimes | null;
  collection?: number | null;
}

/** Collects the records of a file. A reader of a format takes or leaves every record, so that none is forgotten. */
export class RecordCollector {
  title: string | null = null;
  isOwn = false;
  readonly collections: Array<{ name: string | null }> = [];
  readonly places: FoundPlace[] = [];
  readonly notices: ImportNotice[] = [];
  #records = 0;

  setTitle(text: string | null | undefined): void {
    this.title ??= cleanLine(text ?? "", TITLE_LENGTH).text || null;
  }

  /** Adds a list, layer or file; returns its index. */
  collect(name: string | null): number {
    return this.collections.push({ name: cleanLine(name ?? "", NAME_LENGTH).text || null }) - 1;
  }

  /**
   * Counts the next record.
   * @throws AppError VALIDATION_FAILED when the file has more records than are allowed
   */
  #count(): number {
    this.#records += 1;
    if (this.#records > MAX_IMPORT_RECORDS) throw tooMany();
    return this.#records;
  }

  /** Adds a record as a place, or a notice when it has no name. */
  take(said: RawRecord): void {
    const line = this.#count();
    const title = this.#nameOf(said, line);
    if (title === null) {
      this.notices.push({ code: "nameless", name: null, line });
      return;
    }
    const { name, from, rest } = title;
    const about = { name, line };
    if (from) this.notices.push({ code: "nameless-named", ...about, from });
    const point = isPoint(said.spot) ? said.spot : null;
    const problem = this.#problemOf(said.spot, about);
    const address =
      this.#kept("address", cleanLine(said.address ?? "", ADDRESS_LENGTH, this.isOwn), about) || null;
    const texts = [rest, ...(said.notes ?? []), point ? null : address, this.#linkAsText(said.url, about)];
    const notes =
      this.#kept("notes", cleanParagraphs(joinTexts(texts, from && name), NOTES_LENGTH, this.isOwn), about) ||
      null;
    const { name: _name, names: _names, spot: _spot, url, when = null, collection = null, ...fields } = said;
    this.places.push({
      ...fields,
      line,
      name,
      point,
      address,
      placeRef: said.placeRef ?? null,
      notes,
      url: webUrl(url ?? ""),
      date: said.date ?? null,
      when,
      collection,
      ...(problem && { problem }),
    });
  }

  /** Counts a record that becomes no place, with the notice that says why. */
  leave(notice: DistributiveOmit<LeftOutNotice, "line">): void {
    const name = cleanLine(notice.name ?? "", NAME_LENGTH).text || null;
    this.notices.push({ ...notice, name, line: this.#count() });
  }

  /** Adds a notice about the last record, or about the file. */
  say(notice: ImportNotice): void {
    this.notices.push(notice);
  }

  get last(): { name: string | null; line: number | null } {
    const { name = null, line = null } = this.places.at(-1) ?? {};
    return line === this.#records ? { name, line } : { name: null, line: this.#records || null };
  }

  /**
   * Adds the places and notices of another file in the same archive. With `collection`, all its places belong to this
   * one list.
   */
  include(file: ParsedFile, collection: number | null): void {
    const before = this.#records;
    this.#records += file.records;
    if (this.#records > MAX_IMPORT_RECORDS) throw tooMany();
    const first = this.collections.length;
    if (collection === null) this.collections.push(...file.collections);
    for (const place of file.places) {
      const own = place.collection === null ? null : first + place.collection;
      this.places.push({ ...place, line: before + place.line, collection: collection ?? own });
    }
    for (const notice of file.notices) {
      this.notices.push({ ...notice, line: notice.line === null ? null : before + notice.line });
    }
  }

  file(format: ImportFormat): ParsedFile {
    const { title, collections, places, notices, isOwn } = this;
    return { format, title, collections, places, notices, isOwn, records: this.#records };
  }

  #nameOf({ name, names = [], spot }: RawRecord, line: number) {
    const own = cleanLine(name ?? "", NAME_LENGTH, this.isOwn);
    if (own.text !== "") {
      this.#kept("name", own, { name: own.text, line });
      // The rest of a name that is too long is added to the notes.
      return { name: own.text, from: null, rest: own.cutFrom === null ? null : (name ?? null) };
    }
    for (const [from, text] of names) {
      const found = cleanLine(firstLine(text ?? ""), NAME_LENGTH);
      if (found.text !== "") return { name: found.text, from, rest: null };
    }
    return isPoint(spot) ? { name: formatCoordinates(spot), from: "coordinates" as const, rest: null } : null;
  }

  #problemOf(spot: RecordCoordinates, about: { name: string; line: number }): ImportNotice["code"] | null {
    if (isPoint(spot)) return null;
    const code =
      spot === null ? "unplaced" : spot.problem === "out-of-range" ? spot.problem : "coordinates-unreadable";
    if (spot === null || code === "unplaced") this.notices.push({ code: "unplaced", ...about });
    else this.notices.push({ code, ...about, text: shortenForNotice(spot.text) });
    return code;
  }

  #kept(
    field: "name" | "address" | "notes",
    { text, cutFrom }: CleanedText,
    about: { name: string; line: number },
  ) {
    const limit = { name: NAME_LENGTH, address: ADDRESS_LENGTH, notes: NOTES_LENGTH }[field];
    if (cutFrom !== null) this.notices.push({ code: "text-cut", ...about, field, length: cutFrom, limit });
    return text;
  }

  /** Adds a link that a stop can't store to the notes as text. */
  #linkAsText(url: string | null | undefined, about: { name: string; line: number }): string | null {
    const text = url?.trim() ?? "";
    if (text === "" || webUrl(text) !== null) return null;
    this.notices.push({ code: "link-unreadable", ...about, text: shortenForNotice(text) });
    return text;
  }
}

function tooMany(): Error {
  return wrongContent(
    "too-much",
    `The file has more than ${MAX_IMPORT_RECORDS} places and lines. At most so many can be read; split it.`,
  );
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

function isPoint(spot: RecordCoordinates): spot is Point {
  return spot !== null && "lat" in spot;
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}

/** Joins different texts with empty lines between them, without a text that equals the name. */
export function joinTexts(texts: ReadonlyArray<string | null | undefined>, name: string | null): string {
  const all = texts.map((text) => text?.trim() ?? "").filter((text) => text !== "" && text !== name);
  return [...new Set(all)].join("\n\n");
}
