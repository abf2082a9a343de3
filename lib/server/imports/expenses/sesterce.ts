import type { CsvRecord } from "../csv.ts";
import { categoryOf, isPayment } from "./categories.ts";
import { cellOf, type Columns, findColumns } from "./columns.ts";
import type { ExpenseTable } from "./expense-table.ts";
import { decimalMarkOf } from "./figures.ts";
import {
  type FoundExpenses,
  type FoundRow,
  isPaymentBetweenTwo,
  People,
  plainLine,
} from "./found-expenses.ts";
import { filledParts, type PersonColumn, personColumns } from "./person-columns.ts";
import { type RowHead, RowBuilder, sumOfParts } from "./row-builder.ts";

const NAMES = {
  date: "date",
  title: "title",
  description: "description",
  currency: "currency",
  category: "category",
  rate: "exchange rate",
};
type Column = keyof typeof NAMES;
const PAID = /^paid by (.+)$/i;
const BORNE = /^paid for (.+)$/i;
/** The category of a payment between two people. */
const TRANSFER = /^money transfer$/i;

/**
 * Reads the CSV export of a group in Sesterce, which converters of other programs' groups write, too. Each person has
 * two columns in the currency of the row: what the person paid, and what was paid for the person. Both are below 0 for
 * income.
 * @returns null for another kind of table
 */
export function readSesterce(table: ExpenseTable): FoundExpenses | null {
  const [head, ...lines] = table.lines;
  const columns = head && findColumns(head.cells, NAMES, ["date"]);
  if (!head || !columns) return null;
  const people = new People();
  const [paid, borne] = [PAID, BORNE].map((pattern) => personColumns(head.cells, pattern, people));
  if (!paid?.length || !borne?.length) return null;
  const figures = lines.flatMap(({ cells }) => [...paid, ...borne].map(({ at }) => cells[at] ?? ""));
  const rows = new RowBuilder(table.tripCurrency, decimalMarkOf(figures, table.delimiter));
  const reading = { rows, columns, paid, borne };
  for (const line of lines) learn(reading, line);
  const dated = {
    width: head.cells.length,
    expected: table.expected,
    dateOf: (cells: readonly string[]) => cellOf(cells, columns, "date"),
  };
  const found = rows.readDatedLines(lines, dated, (line, date) => readRow(reading, line, date));
  return rows.file({ source: "sesterce", people: people.names, lines: lines.length }, found);
}

interface Reading {
  rows: RowBuilder;
  columns: Columns<Column>;
  paid: readonly PersonColumn[];
  borne: readonly PersonColumn[];
}

type Currency = NonNullable<ReturnType<RowBuilder["findCurrency"]>>;

function figuresOf(
  { rows }: Reading,
  cells: readonly string[],
  { of, currency }: { of: readonly PersonColumn[]; currency: Currency },
) {
  return of.map(({ person, at }) => ({ person, figure: rows.figure(cells[at]?.trim() || "0", currency) }));
}

function learn(reading: Reading, { cells }: CsvRecord): void {
  const currency = reading.rows.findCurrency(cellOf(cells, reading.columns, "currency"));
  if (!currency) return;
  const parts = figuresOf(reading, cells, { of: [...reading.paid, ...reading.borne], currency });
  reading.rows.learnDigits(
    currency,
    parts.flatMap(({ figure }) => figure ?? []),
  );
}

function readRow(reading: Reading, { cells, line }: CsvRecord, date: string | null): FoundRow | null {
  const { rows, columns, paid, borne } = reading;
  const cell = (name: Column) => cellOf(cells, columns, name);
  if (date === null) return rows.problems.add(line, "date", cell("date"));
  const head: RowHead = { line, date, ...wordsOf(cell) };
  const currency = rows.currencyOf(head);
  if (!currency) return null;
  const [given, taken] = [paid, borne].map((of) => figuresOf(reading, cells, { of, currency }));
  if (!given || !taken || [...given, ...taken].some(({ figure }) => figure === null))
    return rows.problems.add(line, "shares");
  const [payers, shares] = [filledParts(given), filledParts(taken)];
  if (payers.length === 0 && shares.length === 0) return rows.concernsNobody(head);
  if (payers.length === 0) return rows.problems.add(line, "noPayer");
  if (shares.length === 0) return rows.problems.add(line, "nobody");
  const row = rows.fromParts(head, sumOfParts(payers), { payers, shares });
  const isRepaid = TRANSFER.test(cell("category")) || isPayment(cell("category"));
  return row && { ...row, kind: isRepaid && isPaymentBetweenTwo(row) ? "settlement" : "expense" };
}

function wordsOf(cell: (name: Column) => string): Omit<RowHead, "line" | "date"> {
  const titles = [cell("title"), cell("description"), cell("category")].map((text) => plainLine(text, 200));
  return {
    title: titles.find((text) => text !== "") ?? "Sesterce",
    category: categoryOf(cell("category")),
    currency: cell("currency"),
    notes: rateOf(cell),
  };
}

/** Returns the rate of the row to the group's currency as a text; null when the row is in the group's currency. */
function rateOf(cell: (name: Column) => string): string | null {
  const [currency, rate] = [cell("currency"), cell("rate")];
  return currency === "" || /^(?:1(?:[.,]0*)?)?$/.test(rate) ? null : plainLine(`${currency} × ${rate}`, 100);
}
