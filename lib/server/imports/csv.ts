import { wrongContent } from "./text.ts";

/** Empty lines and empty cells, too, take memory and time. */
const MAX_CELLS = 100_000;

/**
 * RFC 4180, with any kind of line end; what stands after a closing quote belongs to the cell, as spreadsheets read it.
 * @throws AppError VALIDATION_FAILED for more cells than anybody's places fill
 */
export function parseCsv(text: string, delimiter: Delimiter = ","): string[][] {
  return parseCsvLines(text, delimiter).map(({ cells }) => cells);
}

/** One record of a table. */
export interface CsvRecord {
  cells: string[];
  /** Of the file, from 1, in which it begins: a quoted cell may go over several. */
  line: number;
}

/** The same as {@link parseCsv}, with the lines that an editor shows. */
export function parseCsvLines(text: string, delimiter: Delimiter): CsvRecord[] {
  const source = text.replace(/^\ufeff/, "");
  const rows: CsvRecord[] = [];
  let row: string[] = [];
  let cells = 0;
  // Some programs say first what parts the cells; it is no record.
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
  /** Where the comma or line end after it stands. */
  end: number;
}

const CELL_ENDS = { ",": /[,\r\n]/g, ";": /[;\r\n]/g, "\t": /[\t\r\n]/g, "|": /[|\r\n]/g };
export type Delimiter = keyof typeof CELL_ENDS;
/** In the order in which they are tried. */
export const DELIMITERS = [",", ";", "\t", "|"] as const satisfies readonly Delimiter[];

function plainCell(source: string, start: number, delimiter: Delimiter): Cell {
  const ends = CELL_ENDS[delimiter];
  ends.lastIndex = start;
  const end = ends.exec(source)?.index ?? source.length;
  return { cell: source.slice(start, end), end };
}

/** `start` is behind the opening quote. Two quotes are one of the text; without a closing one, the rest is the cell. */
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
