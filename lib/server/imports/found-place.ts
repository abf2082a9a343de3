import type { CoordinateProblem } from "#lib/shared/coordinates.ts";
import type { ImportNotice } from "#lib/shared/import-notices.ts";
import type { ImportFormat } from "#lib/shared/imports.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { NewStop } from "#lib/shared/stops.ts";

/** The coordinates of a record: a point, a text that could not be read, or nothing. */
export type RecordCoordinates = Point | { problem: CoordinateProblem; text: string } | null;

/** A place of a file, with its texts cleaned so that a stop can store them. */
export interface FoundPlace extends Omit<NewStop, "id" | "dayId" | "participants" | "place"> {
  /** The number of the record in the file, from 1. */
  line: number;
  point: Point | null;
  address: string | null;
  placeRef: string | null;
  /** The date of the place in the file. */
  date: string | null;
  /** Whether the place is in Ideas; then `date` is the day on which it was before. */
  isIdea?: boolean;
  /** The time as text of the file, until {@link datePlaces} reads it. */
  when: RecordTimes | null;
  /** The time zone of the times when the place names none itself; absent without times. */
  clock?: string;
  /** The index of the list, layer or file to which the place belongs. */
  collection: number | null;
  /** The code of the notice that says why the place has no point. */
  problem?: ImportNotice["code"];
}

/** The texts of a begin and an end: dates, times of day or instants. */
export interface RecordTimes {
  begin: string | null;
  end: string | null;
  /** The meaning of a time without an offset: GPX uses UTC, other formats use local time. */
  bare: "utc" | "wall";
  /** The original texts for the notices; absent when `begin` and `end` are the original texts. */
  said?: Pick<RecordTimes, "begin" | "end">;
}

/** The result of reading a file: each of its records is a place or has a notice. */
export interface ParsedFile {
  format: ImportFormat;
  title: string | null;
  collections: ReadonlyArray<{ name: string | null }>;
  /** The number of records: places, and notices about records that are left out. */
  records: number;
  places: FoundPlace[];
  notices: ImportNotice[];
  /** Whether Wayfare has written the file; then two records that look the same are two stops. */
  isOwn: boolean;
}
