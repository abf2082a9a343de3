import { wrongContent } from "./text.ts";

/** Maximum number of cells. Empty lines and empty cells count, because they take memory and time, too. */
const MAX_CELLS = 100_000;

/**
 * Parses a table by RFC 4180, with any kind of line end. Characters behind a closing quote belong to the cell, as in
 * spreadsheet programs.
 * @throws AppError VALIDATION_FAILED when there are more cells than any list of places needs
 */
export function parseCsv(text: string, delimiter: Delimiter = ","): string[][] {
  return parseCsvLines(text, delimiter).map(({ cells }) => cells);
}

/** One record of a table. */
export interface CsvRecord {
  cells: string[];
  /** The line of the file in which the record begins, from 1. A quoted cell may extend over several lines. */
  line: number;
}

/** Parses like {@link parseCsv} and also returns the line numbers, as an editor shows them. */
export function parseCsvLines(text: string, delimiter: Delimiter): CsvRecord[] {
  const source = text.replace(/^\ufeff/, "");
  const rows: CsvRecord[] = [];
  let row: string[] = [];
  let cells = 0;
  // Some programs write the delimiter in a first line such as `sep=;`, which is no record.
  const said = /^"?sep=.?"?(?:\r\n?|\n)/i.exec(source)?.[0].length ?? 0;
  let line = said > 0 ? 2 : 1;
  let start = said;
  let at = said;
  while (at < source.length) {
    const { cell, end } =
      source[at] === '"' ? quotedCell(source, at + 1, delimiter) : plainCell(source, at, delimiter);
    row.push(cell);
    if (++cells > MAX_CELLS) throw wrongContent("too-much", "The file has too many lines. Split it.");
    const sign = source[end];
    at = end + (source.startsWith("\r\n", end) ? 2 : 1);
    if (sign === delimiter) {
      if (at < source.length) continue;
      row.push("");
    }
    rows.push({ cells: row, line });
    line += lineEndsIn(source.slice(start, at));
    start = at;
    row = [];
  }
  return rows;
}

function lineEndsIn(text: string): number {
  return text.match(/\r\n|[\r\n]/g)?.length ?? 0;
}

interface Cell {
  cell: string;
  /** The index of the delimiter or line end behind the cell. */
  end: number;
}

const CELL_ENDS = { ",": /[,\r\n]/g, ";": /[;\r\n]/g, "\t": /[\t\r\n]/g, "|": /[|\r\n]/g };
export type Delimiter = keyof typeof CELL_ENDS;
/** The delimiters in the order in which they are tried. */
export const DELIMITERS = [",", ";", "\t", "|"] as const satisfies readonly Delimiter[];

function plainCell(source: string, start: number, delimiter: Delimiter): Cell {
  const ends = CELL_ENDS[delimiter];
  ends.lastIndex = start;
  const end = ends.exec(source)?.index ?? source.length;
  return { cell: source.slice(start, end), end };
}

/**
 * Reads a quoted cell; `start` is the index behind the opening quote. Two quotes mean one quote of the text. Without a
 * closing quote, the cell is the whole rest of the file.
 */
function quotedCell(source: string, start: number, delimiter: Delimiter): Cell {
  const parts: string[] = [];
  let at = start;
  for (;;) {
    const quote = source.indexOf('"', at);
    parts.push(source.slice(at, quote < 0 ? source.length : quote));
    if (quote < 0) return { cell: parts.join(""), end: source.length };
    at = quote + 1;
    if (source[at] !== '"') break;
    parts.push('"');
    at += 1;
  }
  const rest = plainCell(source, at, delimiter);
  return { cell: parts.join("") + rest.cell, end: rest.end };
}
