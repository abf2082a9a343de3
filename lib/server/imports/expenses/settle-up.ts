import type { CsvRecord } from "../csv.ts";
import { categoryOf } from "./categories.ts";
import { cellOf, type Columns, findColumns } from "./columns.ts";
import { alignSignsWithCost, signedCost } from "./directions.ts";
import type { ExpenseTable } from "./expense-table.ts";
import { decimalMarkOf, type Figure } from "./figures.ts";
import {
  type FoundExpenses,
  type FoundRow,
  isPaymentBetweenTwo,
  People,
  plainLine,
} from "./found-expenses.ts";
import { type ExactPart, RowBuilder, sumOfParts } from "./row-builder.ts";

const NAMES = {
  payer: "who paid",
  amount: "amount",
  currency: "currency",
  forWhom: "for whom",
  parts: "split amounts",
  purpose: "purpose",
  category: "category",
  date: "date & time",
  kind: "type",
};
type Column = keyof typeof NAMES;
const NEEDED = ["payer", "amount", "currency", "forWhom", "parts", "date"] as const;

/**
 * Reads the CSV export of a group in Settle Up or Splid, which have the same columns. One cell holds several people, or
 * what each of them paid or owes, separated by semicolons.
 * @returns null for another kind of table
 */
export function readSettleUp(table: ExpenseTable): FoundExpenses | null {
  const [head, ...lines] = table.lines;
  const columns = head && findColumns(head.cells, NAMES, NEEDED);
  if (!head || !columns) return null;
  const figures = lines.flatMap(({ cells }) => [
    ...listOf(cells, columns, "amount"),
    ...listOf(cells, columns, "parts"),
  ]);
  const rows = new RowBuilder(table.tripCurrency, decimalMarkOf(figures, table.delimiter));
  const people = new People();
  const reading = { rows, columns, people };
  for (const line of lines) learn(reading, line);
  const dated = {
    width: head.cells.length,
    expected: table.expected,
    dateOf: (cells: readonly string[]) => cellOf(cells, columns, "date"),
  };
  const found = rows.readDatedLines(lines, dated, (line, date) => readRow(reading, line, date));
  return rows.file({ source: "settle-up", people: people.names, lines: lines.length }, found);
}

interface Reading {
  rows: RowBuilder;
  columns: Columns<Column>;
  people: People;
}

function listOf(cells: readonly string[], columns: Columns<Column>, name: Column): string[] {
  const text = cellOf(cells, columns, name);
  return text === "" ? [] : text.split(";").map((part) => part.trim());
}

function learn({ rows, columns }: Reading, { cells }: CsvRecord): void {
  const currency = rows.findCurrency(cellOf(cells, columns, "currency"));
  if (!currency) return;
  const figures = listOf(cells, columns, "parts").flatMap((part) => rows.figure(part, currency) ?? []);
  rows.learnDigits(currency, figures);
}

function readRow(reading: Reading, { cells, line }: CsvRecord, date: string | null): FoundRow | null {
  const { rows, columns } = reading;
  const cell = (name: Column) => cellOf(cells, columns, name);
  if (date === null) return rows.problems.add(line, "date", cell("date"));
  const title = plainLine(cell("purpose"), 200) || plainLine(cell("category"), 200) || "Settle Up";
  const head = { line, date, title, category: categoryOf(cell("category")), currency: cell("currency") };
  const currency = rows.currencyOf(head);
  if (!currency) return null;
  const amounts = listOf(cells, columns, "amount").map((text) => rows.figure(text, currency));
  const parts = listOf(cells, columns, "parts").map((text) => rows.figure(text, currency));
  if (amounts.length === 0 || amounts.includes(null))
    return rows.problems.add(line, "amount", cell("amount"));
  if (parts.includes(null)) return rows.problems.add(line, "shares");
  const payers = peopleIn(reading, "payer", { cells, figures: amounts });
  const shares = peopleIn(reading, "forWhom", { cells, figures: parts });
  if (cell("payer") === "" || !payers) return rows.problems.add(line, "noPayer");
  if (cell("forWhom") === "" || !shares) return rows.problems.add(line, "nobody");
  const cost = sumOfParts(payers);
  const signed = signedCost({ kind: cell("kind"), cost });
  if (!signed) return rows.problems.add(line, "direction");
  const row = rows.fromParts(
    head,
    signed,
    alignSignsWithCost({ payers, shares }, { from: cost, to: signed }),
  );
  const isTransfer = /^(transfer|payment|settlement)$/i.test(cell("kind"));
  return row && { ...row, kind: isTransfer && isPaymentBetweenTwo(row) ? "settlement" : "expense" };
}

/** Returns the people of a cell, each with an amount; null when the numbers of people and amounts differ. */
function peopleIn(
  { columns, people }: Reading,
  name: "payer" | "forWhom",
  { cells, figures }: { cells: readonly string[]; figures: readonly (Figure | null)[] },
): ExactPart[] | null {
  // With a single amount, the cell is one name, which may contain a semicolon.
  const names = figures.length === 1 ? [cellOf(cells, columns, name)] : listOf(cells, columns, name);
  if (names.length !== figures.length) return null;
  return figures.flatMap((figure, at): ExactPart[] =>
    figure ? [{ person: people.placeOf(names[at] ?? ""), figure }] : [],
  );
}
