import { readCoordinatePair } from "#lib/shared/coordinates.ts";
import { DELIMITERS, parseCsv } from "../csv.ts";
import { shortenForNotice } from "../clean-text.ts";
import type { ExpectedDays } from "../expected-days.ts";
import type { ParsedFile, RecordCoordinates } from "../found-place.ts";
import { RecordCollector } from "../record-collector.ts";
import { isWayfareTable, readWayfareTable } from "./wayfare-table.ts";
import { isMapLink, placeOfLink } from "./place-link.ts";
import { MAX_COLUMNS, type ColumnMeaning, columnsByMeaning } from "./table-columns.ts";
import { isWrittenDate } from "../written-dates.ts";
import { type RowTimes, type TimeCells, readRowTimes } from "./table-times.ts";

/** The header is searched within so many rows, because the description of a list may be above it. */
const HEADER_WITHIN = 10;
/** Number of rows by which a table without a known header is recognised. */
const LOOKED_AT = 200;
const LINK = /^https?:\/\//i;

interface Columns {
  format: "takeout" | "csv";
  /** The index of the header row; -1: there is none. */
  header: number;
  at: ReadonlyMap<ColumnMeaning, number>;
}

/**
 * Reads a table of places: a saved list, a table with coordinates, or the plan as Wayfare exports it; null for another
 * table.
 */
export function readTable(text: string, expected?: ExpectedDays): ParsedFile | null {
  for (const delimiter of DELIMITERS) {
    if (!text.includes(delimiter)) continue;
    const rows = parseCsv(text, delimiter);
    if (isWayfareTable(rows)) return readWayfareTable(rows, delimiter, expected);
    const columns = columnsByWords(rows) ?? columnsByShape(rows);
    if (columns) return readRows(rows, columns, expected);
  }
  return null;
}

/** Whether the first lines of a text contain a known header. */
export function hasKnownColumns(text: string): boolean {
  const lines = text.slice(0, HEADER_WITHIN * 1000).split(/[\r\n]+/, HEADER_WITHIN + 1);
  const tables = DELIMITERS.map((delimiter) =>
    lines.map((line) => line.replaceAll('"', "").split(delimiter, MAX_COLUMNS)),
  );
  return tables.some((rows) => columnsByWords(rows) !== null);
}

/** Finds a header with columns for coordinates, or for a name and a link. */
function columnsByWords(rows: readonly string[][]): Columns | null {
  for (const [header, row] of rows.slice(0, HEADER_WITHIN).entries()) {
    const at = columnsByMeaning(row);
    const hasSpot = (at.has("lat") && at.has("lng")) || at.has("point");
    if (hasSpot) return { format: "csv", header, at };
    if (at.has("name") && at.has("url")) return { format: "takeout", header, at };
  }
  return null;
}

/**
 * Recognises a saved list without a known header: most rows have a link to a map in the same column, and the first
 * column is the name.
 */
function columnsByShape(rows: readonly string[][]): Columns | null {
  const looked = rows.slice(0, LOOKED_AT);
  const links = new Map<number, number>();
  for (const row of looked) {
    const index = row.findIndex((cell) => LINK.test(cell.trim()));
    if (index > 0 && isMapLink(row[index] ?? "")) links.set(index, (links.get(index) ?? 0) + 1);
  }
  const [url, count] = [...links].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  const filled = looked.filter((row) => !isEmpty(row)).length;
  if (url === undefined || count === undefined || count * 2 < filled - HEADER_WITHIN) return null;
  const first = looked.findIndex((row) => LINK.test((row[url] ?? "").trim()));
  const header = looked.slice(0, first).findLastIndex((row) => !isEmpty(row));
  return {
    format: "takeout",
    header,
    at: new Map<ColumnMeaning, number>([
      ["name", 0],
      ["url", url],
      ...(url > 1 ? ([["notes", 1]] as const) : []),
    ]),
  };
}

function isEmpty(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === "");
}

/** Whether a row is the separator that Markdown has between the header and the rows of a table. */
function isRule(row: readonly string[]): boolean {
  return row.every((cell) => /^(?::?-+:?)?$/.test(cell.trim()));
}

/**
 * Decides whether a column called “day” contains dates: it does when some of its cells are dates and no other column is
 * for dates.
 */
function withDays(at: Columns["at"], rows: readonly string[][]): Columns["at"] {
  const found = new Map(at);
  const day = at.get("day");
  found.delete("day");
  if (day === undefined || at.has("date")) return found;
  return rows.some((row) => isWrittenDate(row[day] ?? "")) ? found.set("date", day) : found;
}

/** The columns for the last day and for the end time form one end. */
const END = ["lastDay", "end"] as const;

function whenCellsOf(row: readonly string[], at: Columns["at"]): TimeCells {
  const ends = END.map((meaning) => cellOf(row, at, meaning)).filter((cell) => cell !== null);
  return {
    date: cellOf(row, at, "date"),
    start: cellOf(row, at, "start"),
    end: ends.length === 0 ? null : ends.join(" "),
  };
}

function readRows(rows: readonly string[][], columns: Columns, expected?: ExpectedDays): ParsedFile {
  const { format, header } = columns;
  const reading = new RecordCollector();
  const above = rows.slice(0, Math.max(0, header)).find((row) => !isEmpty(row));
  reading.setTitle(above?.find((cell) => cell.trim() !== ""));
  const names = rows[header] ?? [];
  // The notes of a saved list have no labels, because its headers are in an unknown language; in other tables, the
  // header is the label.
  const isLabelled = format === "csv";
  const filled = rows
    .slice(header + 1)
    .filter((row, index) => !isEmpty(row) && !(index === 0 && isRule(row)));
  const at = withDays(columns.at, filled);
  const whens = readRowTimes(
    filled.map((row) => whenCellsOf(row, at)),
    expected,
  );
  for (const [index, row] of filled.entries()) {
    takeRow(reading, row, { at, names: isLabelled ? names : [], when: whens[index] ?? UNTIMED });
  }
  return reading.file(format);
}

const UNTIMED: RowTimes = { when: null, lost: [] };

function cellOf(
  row: readonly string[],
  at: ReadonlyMap<ColumnMeaning, number>,
  meaning: ColumnMeaning,
): string | null {
  return row[at.get(meaning) ?? -1]?.trim() || null;
}

interface OfTable {
  at: ReadonlyMap<ColumnMeaning, number>;
  /** The labels of columns in the notes; empty for a table without labels. */
  names: readonly string[];
  when: RowTimes;
}

function takeRow(reading: RecordCollector, row: readonly string[], { at, names, when }: OfTable): void {
  const cell = (meaning: ColumnMeaning) => cellOf(row, at, meaning);
  const url = cell("url");
  const link = url === null ? null : placeOfLink(url);
  const point = cell("point");
  if (point && /^(?:MULTI)?(?:LINESTRING|POLYGON)\b/i.test(point)) {
    return reading.leave({ code: "shape", name: cell("name") });
  }
  const spot = spotOf(cell("lat"), cell("lng"), point) ?? link?.point ?? null;
  const used = new Set(
    [...at].flatMap(([meaning, index]) => (meaning === "tags" || meaning === "notes" ? [] : [index])),
  );
  const lost = when.lost.flatMap(({ code, column }) =>
    (column === "end" ? END : [column]).map((meaning) => ({ code, meaning, text: cell(meaning) })),
  );
  for (const { meaning } of lost) used.delete(at.get(meaning) ?? -1);
  const others = row.flatMap((value, index) => {
    const text = value.trim();
    const label = names[index]?.trim();
    if (text === "" || used.has(index)) return [];
    return label && index !== at.get("notes") ? `${label}: ${text}` : text;
  });
  reading.take({
    name: cell("name"),
    names: [
      ["link", link?.label],
      ["description", cell("notes")],
      ["address", cell("address")],
    ],
    spot,
    address: cell("address"),
    placeRef: link?.ref ?? null,
    notes: others,
    url,
    when: when.when,
  });
  const about = reading.last;
  if (spot !== null && spot === link?.point && link.isView) reading.say({ code: "map-view", ...about });
  for (const { code, text } of lost) {
    if (text !== null) reading.say({ code, ...about, text: shortenForNotice(text) });
  }
}

/** Maximum length of the text of a point. */
const MAX_WKT_LENGTH = 200;
const WKT_POINT =
  /^(?:SRID=\d+;)?\s*POINT\s*(?:Z|M|ZM)?\s*\(\s*([^\s()]+)\s+([^\s()]+)(?:\s+[^\s()]+){0,2}\s*\)$/i;

function spotOf(lat: string | null, lng: string | null, point: string | null): RecordCoordinates {
  if (lat !== null || lng !== null) return paired(lat ?? "", lng ?? "");
  if (point === null) return null;
  const [, east, north] = point.length > MAX_WKT_LENGTH ? [] : (WKT_POINT.exec(point) ?? []);
  if (east !== undefined && north !== undefined) return paired(north, east);
  return placeOfLink(point)?.point ?? { problem: "unreadable", text: point };
}

function paired(lat: string, lng: string): RecordCoordinates {
  const pair = readCoordinatePair(lat, lng);
  return typeof pair === "string" ? { problem: pair, text: `${lat} ${lng}` } : pair;
}
