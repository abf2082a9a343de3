import type { CsvRecord } from "../csv.ts";
import { categoryOf } from "./categories.ts";
import { cellOf, type Columns, findColumns } from "./columns.ts";
import { alignShares, signedCost } from "./directions.ts";
import type { ExpenseTable } from "./expense-table.ts";
import { decimalMarkOf, type Figure } from "./figures.ts";
import {
  type FoundExpenses,
  type FoundRow,
  isPaymentBetweenTwo,
  People,
  personKey,
  plainLine,
} from "./found-expenses.ts";
import { filledParts, type PersonColumn, personColumns } from "./person-columns.ts";
import { type ExactPart, type RowHead, RowBuilder } from "./row-builder.ts";

const NAMES = {
  title: "title",
  amount: "amount",
  currency: "currency",
  kind: "transaction type",
  category: "category",
  payer: "paid by",
  date: "date & time",
};
type Column = keyof typeof NAMES;
const NEEDED = ["title", "amount", "currency", "date"] as const;
const PAID = /^paid by (.+)$/i;
const OWED = /^impacted to (.+)$/i;
const IN_GROUP = /^amount in default currency \(([a-z]{3})\)$/i;
const REPAID = /transfer|reimburse|repay|money given|balance/i;
/** The last line of an export, which says what was exported and when. */
const FOOTER = /^tricount .* - exported on\b/i;

/**
 * Reads the CSV export of Tricount. Each person has two columns in the group's currency: what the person paid, and what
 * the person owes, which is below 0.
 * @returns null for another kind of table
 */
export function readTricount(table: ExpenseTable): FoundExpenses | null {
  const [head, ...rest] = table.lines;
  const columns = head && findColumns(head.cells, NAMES, NEEDED);
  if (!head || !columns) return null;
  const people = new People();
  const [paid, owed] = [PAID, OWED].map((pattern) => personColumns(head.cells, pattern, people));
  if (!paid || !owed || owed.length === 0) return null;
  const lines = rest.filter(({ cells }) => !FOOTER.test(cells[0]?.trim() ?? ""));
  const inGroup = head.cells.findIndex((cell) => IN_GROUP.test(cell.trim()));
  const of = [...paid, ...owed].map(({ at }) => at);
  const figures = lines.flatMap(({ cells }) => [
    cellOf(cells, columns, "amount"),
    ...of.map((at) => cells[at] ?? ""),
  ]);
  const rows = new RowBuilder(table.tripCurrency, decimalMarkOf(figures, table.delimiter));
  const groupCurrency = IN_GROUP.exec(head.cells[inGroup]?.trim() ?? "")?.[1] ?? null;
  const reading = { rows, columns, people, paid, owed, inGroup, groupCurrency };
  for (const line of lines) learn(reading, line);
  const dated = {
    width: head.cells.length,
    expected: table.expected,
    dateOf: (cells: readonly string[]) => cellOf(cells, columns, "date"),
  };
  const found = rows.readDatedLines(lines, dated, (line, date) => readRow(reading, line, date));
  return rows.file({ source: "tricount", people: people.names, lines: lines.length }, found);
}

interface Reading {
  rows: RowBuilder;
  columns: Columns<Column>;
  people: People;
  paid: readonly PersonColumn[];
  owed: readonly PersonColumn[];
  /** The index of the column with the amount in the group's currency; -1: there is none. */
  inGroup: number;
  groupCurrency: string | null;
}

/** Returns the currency of a row: all amounts are in the group's currency when the file names it. */
function currencyIn({ columns, groupCurrency }: Reading, cells: readonly string[]): string {
  return groupCurrency ?? cellOf(cells, columns, "currency");
}

function learn(reading: Reading, { cells }: CsvRecord): void {
  const currency = reading.rows.findCurrency(currencyIn(reading, cells));
  if (!currency) return;
  const parts = [...reading.paid, ...reading.owed].map(({ at }) =>
    reading.rows.figure(cells[at]?.trim() || "0", currency),
  );
  reading.rows.learnDigits(
    currency,
    parts.filter((figure) => figure !== null),
  );
}

function readRow(reading: Reading, { cells, line }: CsvRecord, date: string | null): FoundRow | null {
  const { rows, columns, people, inGroup } = reading;
  const cell = (name: Column) => cellOf(cells, columns, name);
  if (date === null) return rows.problems.add(line, "date", cell("date"));
  const [original, currency] = [cell("amount"), currencyIn(reading, cells)];
  const isForeign = cell("currency") !== "" && cell("currency").toUpperCase() !== currency.toUpperCase();
  const head: RowHead = {
    line,
    date,
    title: plainLine(cell("title"), 200) || "Tricount",
    category: categoryOf(cell("category")),
    currency,
    notes: isForeign ? plainLine(`${original} ${cell("currency")}`, 100) : null,
  };
  const known = rows.currencyOf(head);
  if (!known) return null;
  const text = inGroup < 0 ? original : (cells[inGroup]?.trim() ?? "");
  const cost = rows.figure(text, known);
  if (cost === null) return rows.problems.add(line, "amount", text);
  const read = (column: PersonColumn) => ({
    ...column,
    figure: rows.figure(cells[column.at]?.trim() || "0", known),
  });
  const [paid, owed] = [reading.paid.map(read), reading.owed.map(read)];
  if ([...paid, ...owed].some(({ figure }) => figure === null)) return rows.problems.add(line, "shares");
  const payments = filledParts(paid);
  const signed = signedCost({ kind: cell("kind"), cost, paid: payments });
  if (!signed) return rows.problems.add(line, "direction");
  const payers = paid.length > 0 ? payments : payerNamed(people, cell("payer"), signed);
  if (payers.length === 0) return rows.problems.add(line, "noPayer");
  const row = rows.fromParts(head, signed, { payers, shares: alignShares(filledParts(owed), signed) });
  return (
    row && { ...row, kind: REPAID.test(cell("kind")) && isPaymentBetweenTwo(row) ? "settlement" : "expense" }
  );
}

function payerNamed({ names }: People, text: string, cost: Figure): ExactPart[] {
  const person = names.indexOf(personKey(text));
  return person < 0 ? [] : [{ person, figure: cost }];
}
