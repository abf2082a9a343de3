import { type CsvRecord, type Delimiter, DELIMITERS, parseCsvLines } from "../csv.ts";
import type { ExpectedDays } from "../expected-days.ts";

/** The filled lines of a table. */
export interface ExpenseTable {
  lines: CsvRecord[];
  delimiter: Delimiter;
  /** What the trip counts in: a file that names no currency is taken to count in it, too. */
  tripCurrency: string;
  /** Around which its dates are. */
  expected: ExpectedDays;
}

/** Spreadsheets of many countries part cells by semicolons, since their decimals have commas. */
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
