import { type CsvRecord, type Delimiter, DELIMITERS, parseCsvLines } from "../csv.ts";

/** The filled lines of a table. */
export interface ExpenseTable {
  lines: CsvRecord[];
  delimiter: Delimiter;
  /** What the trip counts in: a file that names no currency is taken to count in it, too. */
  tripCurrency: string;
}

/** Spreadsheets of many countries part cells by semicolons, since their decimals have commas. */
export function readExpenseTable(text: string, tripCurrency: string): ExpenseTable {
  const start = text.slice(0, 4000).split(/[\r\n]/);
  const counts = DELIMITERS.map((delimiter) =>
    Math.max(...start.map((line) => line.split(delimiter).length)),
  );
  const delimiter = DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
  const lines = parseCsvLines(text, delimiter).filter(isFilled);
  return { lines, delimiter, tripCurrency };
}

function isFilled({ cells }: CsvRecord): boolean {
  return cells.some((cell) => cell.trim() !== "");
}
