import type { CoordinateProblem } from "#lib/shared/coordinates.ts";
import type { ImportNotice } from "#lib/shared/import-notices.ts";
import type { ImportFormat } from "#lib/shared/imports.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { NewStop } from "#lib/shared/stops.ts";

/** Where a record says that it is: a point, a text that is none, or nothing. */
export type Spot = Point | { problem: CoordinateProblem; text: string } | null;

/** A place of a file, cleaned of what no stop may hold. */
export interface FoundPlace extends Omit<NewStop, "id" | "dayId" | "participants" | "place"> {
  /** Which record of the file it is, from 1. */
  line: number;
  point: Point | null;
  address: string | null;
  placeRef: string | null;
  /** On which day the file has it. */
  date: string | null;
  /** It stands in Ideas, and the date is where it once stood. */
  isIdea?: boolean;
  /** Its time as the file has it, until {@link datePlaces} reads it. */
  when: When | null;
  /** The zone that its times are of where it names none itself; absent without times. */
  clock?: string;
  /** Index of the list, layer or file that it belongs to. */
  collection: number | null;
  /** Code of the notice that says why it has no point. */
  problem?: ImportNotice["code"];
}

/** Texts of times: of a date, of a clock or of an instant. */
export interface When {
  begin: string | null;
  end: string | null;
  /** What a time without a zone means: GPX counts in UTC, others mean the clock on the wall. */
  bare: "utc" | "wall";
  /** The file's own words for them; absent: they are. */
  said?: Pick<When, "begin" | "end">;
}

/** A file as it is read: each of its records is a place or is named by a notice. */
export interface ReadFile {
  format: ImportFormat;
  title: string | null;
  collections: ReadonlyArray<{ name: string | null }>;
  /** How many records the file has: places and notices of what is left out. */
  records: number;
  places: FoundPlace[];
  notices: ImportNotice[];
  /** Written by Wayfare: two records that look the same are two stops. */
  isOwn: boolean;
}
