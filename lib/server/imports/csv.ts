import { CsvError, parse } from "csv-parse/sync";
import { wrongContent } from "./text.ts";

/** The most cells of a file. Empty lines and empty cells count, because they take memory and time, too. */
const MAX_CELLS = 100_000;

const QUOTE = 0x22;

export type Delimiter = (typeof DELIMITERS)[number];
/** The delimiters, in the order in which they are tried. */
export const DELIMITERS = [",", ";", "\t", "|"] as const;

/**
 * Parses a table by RFC 4180, with any kind of line end; text behind a closing quote belongs to the cell, as in
 * spreadsheets.
 * @throws AppError VALIDATION_FAILED for more cells than anybody's places fill
 */
export function parseCsv(text: string, delimiter: Delimiter = ","): string[][] {
  return parseCsvLines(text, delimiter).map(({ cells }) => cells);
}

/** One record of a table. */
export interface CsvRecord {
  cells: string[];
  /** The line of the file, from 1, in which the record begins; a quoted cell may contain several lines. */
  line: number;
}

/** Parses a table like {@link parseCsv}, and returns each record with the line that an editor shows. */
export function parseCsvLines(text: string, delimiter: Delimiter): CsvRecord[] {
  const source = text.replace(/^\ufeff/, "");
  // Some programs name the delimiter in a first line, `sep=;`, which is no record.
  const said = /^"?sep=.?"?(?:\r\n?|\n)/i.exec(source)?.[0] ?? "";
  const from = { delimiter, line: 1 + lineEndsIn(said) };
  const table = source.slice(said.length);
  try {
    return readRecords(table, from);
  } catch (error) {
    // Without a closing quote, the rest of the file is one cell.
    if (!(error instanceof CsvError) || error.code !== "CSV_QUOTE_NOT_CLOSED") throw error;
    return readRecords(`${table}"`, from);
  }
}

function readRecords(table: string, from: { delimiter: Delimiter; line: number }): CsvRecord[] {
  const rows: CsvRecord[] = [];
  const source = Buffer.from(table);
  let [cells, line, start] = [0, from.line, 0];
  parse(source, {
    delimiter: from.delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_quotes: true,
    relax_column_count: true,
    cast(cell, { quoting: isQuoted, bytes: end }) {
      if (++cells > MAX_CELLS) throw wrongContent("too-much", "The file has too many lines. Split it.");
      // The parser leaves both quotes in a cell with text behind the closing quote. They stay if that text ends in a
      // quote, too, since such a cell looks like a proper one.
      return isQuoted && source[end - 1] !== QUOTE ? cell.replace(/^"([^"]*)"/, "$1") : cell;
    },
    on_record(row: string[], { bytes: end }) {
      rows.push({ cells: row, line });
      // The lines are counted here, because the parser's own count takes \r\n in a quoted cell for two line ends.
      line += lineEndsIn(source.toString("utf8", start, end));
      start = end;
      return null;
    },
  });
  return rows;
}

function lineEndsIn(text: string): number {
  return text.match(/\r\n|[\r\n]/g)?.length ?? 0;
}
