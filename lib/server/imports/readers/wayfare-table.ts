import { isCurrency } from "#lib/shared/money.ts";
import type { Money } from "#lib/shared/fields.ts";
import { readCoordinatePair } from "#lib/shared/coordinates.ts";
import { unguardFormula } from "../../exports/guarded-text.ts";
import { CSV_COLUMNS, type CsvColumn, EXPORT_LABELS } from "../../exports/labels.ts";
import { shortenForNotice } from "../clean-text.ts";
import type { Delimiter } from "../csv.ts";
import { type DecimalMark, decimalMarkOf, readFigure, toMinor } from "../expenses/figures.ts";
import type { ExpectedDays } from "../expected-days.ts";
import type { ParsedFile, RecordCoordinates } from "../found-place.ts";
import { wayfareCategory, readWayfareFields, wayfareTravelMode } from "../wayfare-exports.ts";
import { RecordCollector } from "../record-collector.ts";
import { readDays, type WrittenDay } from "../written-dates.ts";
import { readClock } from "../written-times.ts";

const LANGUAGES = Object.values(EXPORT_LABELS);
const BOOKINGS = new Set(LANGUAGES.map(({ rows }) => rows.booking));

/** The columns of the tables of older versions, which have no column for the travel mode. */
const FIRST_COLUMNS = CSV_COLUMNS.filter((column) => column !== "travel");

/** Whether a table is the plan as Wayfare exports it, in any of its languages. */
export function isWayfareTable(rows: readonly string[][]): boolean {
  const header = rows[0] ?? [];
  return LANGUAGES.some(({ columns }) =>
    FIRST_COLUMNS.every((column, index) => header[index]?.trim() === columns[column]),
  );
}

/**
 * Reads stops with their days, times and costs; bookings are reported as left out. A spreadsheet program may have
 * changed the format of days and times.
 */
export function readWayfareTable(
  rows: readonly string[][],
  delimiter: Delimiter,
  expected?: ExpectedDays,
): ParsedFile {
  const reading = new RecordCollector();
  reading.isOwn = true;
  const filled = rows.slice(1).filter((row) => row.some((cell) => cell.trim() !== ""));
  const days = readDays(
    filled.map((row) => cellOf(row, "date") ?? ""),
    expected,
  );
  const costs = filled.map((row) => cellOf(row, "cost") ?? "");
  const mark = decimalMarkOf(costs, delimiter);
  for (const [index, row] of filled.entries()) takeRow(reading, row, { day: days[index] ?? null, mark });
  return reading.file("csv");
}

function cellOf(row: readonly string[], column: CsvColumn): string | null {
  return unguardFormula(row[CSV_COLUMNS.indexOf(column)] ?? "").trim() || null;
}

interface OfTable {
  day: WrittenDay | null;
  /** The decimal mark of the costs. */
  mark: DecimalMark | null;
}

function takeRow(reading: RecordCollector, row: readonly string[], { day, mark }: OfTable): void {
  const cell = (column: CsvColumn) => cellOf(row, column);
  const name = cell("name");
  if (BOOKINGS.has(cell("what") ?? "")) return reading.leave({ code: "booking", name });
  const cost = costOf(cell("cost"), cell("currency"), mark);
  const read = {
    date: day?.date ?? null,
    start: readClock(cell("start") ?? ""),
    end: readClock(cell("end") ?? ""),
    zone: cell("zone"),
  };
  const isOver = (day?.rest ?? "") !== "" && readClock(day?.rest ?? "") !== "00:00";
  const unread = (["date", "start", "end"] as const).filter(
    (column) => read[column] === null || (column === "date" && isOver),
  );
  reading.take({
    ...readWayfareFields(new Map(Object.entries(read).map(([column, text]) => [column, text ?? ""]))),
    name,
    names: [
      ["description", cell("notes")],
      ["address", cell("address")],
    ],
    spot: spotOf(cell("lat"), cell("lng")),
    address: cell("address"),
    category: wayfareCategory(cell("kind")),
    cost,
    travelMode: wayfareTravelMode(cell("travel")),
    url: cell("url"),
    notes: [cell("notes"), ...unread.map(cell)],
  });
  const about = reading.last;
  for (const column of unread) {
    const text = cell(column);
    const code = column === "date" && day === null ? "date-lost" : "time-lost";
    if (text !== null) reading.say({ code, ...about, text: shortenForNotice(text) });
  }
  const lost = [...(cost === null ? (["cost"] as const) : []), "who" as const];
  for (const field of lost) {
    const text = cell(field);
    if (text !== null) reading.say({ code: "value-lost", ...about, field, text: shortenForNotice(text) });
  }
}

function spotOf(lat: string | null, lng: string | null): RecordCoordinates {
  if (lat === null && lng === null) return null;
  const pair = readCoordinatePair(lat ?? "", lng ?? "");
  return typeof pair === "string" ? { problem: pair, text: `${lat ?? ""} ${lng ?? ""}` } : pair;
}

function costOf(text: string | null, currency: string | null, mark: DecimalMark | null): Money | null {
  if (text === null || currency === null || !isCurrency(currency)) return null;
  const figure = readFigure(text, currency, mark);
  const amount = figure && toMinor(figure.exact, currency);
  return amount === null || amount < 0 ? null : { amount, currency };
}
