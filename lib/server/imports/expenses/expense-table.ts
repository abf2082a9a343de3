import { type CsvRecord, type Delimiter, DELIMITERS, parseCsvLines } from "../csv.ts";
import type { ExpectedDays } from "../expected-days.ts";

/** A table without its empty rows. */
export interface ExpenseTable {
  lines: CsvRecord[];
  delimiter: Delimiter;
  /** The trip's currency, which is assumed for a file that names no currency. */
  tripCurrency: string;
  /** The days near which the dates of the table are expected. */
  expected: ExpectedDays;
}

/**
 * Parses a table with the delimiter that splits its first lines into the most cells. Spreadsheets of many countries use
 * semicolons, since their decimals have commas.
 */
export function readExpenseTable(
  text: string,
  ofTrip: Pick<ExpenseTable, "tripCurrency" | "expected">,
): ExpenseTable {
  const start = text.slice(0, 4000).split(/[\r\n]/);
  const counts = DELIMITERS.map((delimiter) =>
    Math.max(...start.map((line) => line.split(delimiter).length)),
  );
  const delimiter = DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
  const lines = parseCsvLines(text, delimiter).filter(isFilled);
  return { lines, delimiter, ...ofTrip };
}

function isFilled({ cells }: CsvRecord): boolean {
  return cells.some((cell) => cell.trim() !== "");
}
