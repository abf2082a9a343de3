import type { CsvRecord } from "../csv.ts";
import { categoryOf } from "./categories.ts";
import { cellOf, type Columns, findColumns } from "./columns.ts";
import type { ExpenseTable } from "./expense-table.ts";
import { decimalMarkOf, type Figure } from "./figures.ts";
import {
  type FoundExpenses,
  type FoundRow,
  isPaymentBetweenTwo,
  personKey,
  plainLine,
} from "./found-expenses.ts";
import { type ExactPart, type RowHead, RowBuilder } from "./row-builder.ts";

const NAMES = {
  date: "date",
  title: "description",
  category: "category",
  currency: "currency",
  cost: "cost",
  originalCost: "original cost",
  originalCurrency: "original currency",
  rate: "conversion rate",
  isRepaid: "is reimbursement",
  splitMode: "split mode",
  payer: "paid by",
};
type Column = keyof typeof NAMES;
const NEEDED = ["date", "title", "currency", "cost", "isRepaid", "splitMode"] as const;

/**
 * Reads the CSV export of a group in Spliit. Each person has a column behind the fixed ones with the person's share,
 * above 0 for the payer and below 0 for everybody else. So a payer without a share is not in the file, unless only one
 * person can be the payer.
 * @returns null for another kind of table
 */
export function readSpliit(table: ExpenseTable): FoundExpenses | null {
  const [head, ...lines] = table.lines;
  const columns = head && findColumns(head.cells, NAMES, NEEDED);
  if (!head || !columns) return null;
  const first = Math.max(...columns.values()) + 1;
  const people = head.cells.slice(first).map((name) => personKey(unguarded(name)));
  while (people.at(-1) === "") people.pop();
  const figures = lines.flatMap(({ cells }) => [cellOf(cells, columns, "cost"), ...cells.slice(first)]);
  const rows = new RowBuilder(table.tripCurrency, decimalMarkOf(figures, table.delimiter));
  const reading = { rows, columns, people, first };
  for (const line of lines) learn(reading, line);
  const dated = {
    width: first + people.length,
    expected: table.expected,
    dateOf: (cells: readonly string[]) => cellOf(cells, columns, "date"),
  };
  const found = rows.readDatedLines(lines, dated, (line, date) => readRow(reading, line, date));
  return rows.file({ source: "spliit", people, lines: lines.length }, found);
}

/** Removes the apostrophe that Spliit writes before a text which a spreadsheet would run as a formula. */
function unguarded(text: string): string {
  return text.replace(/^'(?=[=+\-@])/, "");
}

interface Reading {
  rows: RowBuilder;
  columns: Columns<Column>;
  people: readonly string[];
  /** The index of the first person's column. */
  first: number;
}

function learn(reading: Reading, { cells }: CsvRecord): void {
  const { rows, columns } = reading;
  const currency = rows.findCurrency(cellOf(cells, columns, "currency"));
  if (currency)
    rows.learnDigits(
      currency,
      sharesIn(reading, cells, currency).flatMap(({ figure }) => figure ?? []),
    );
}

type Currency = NonNullable<ReturnType<RowBuilder["findCurrency"]>>;

function sharesIn({ rows, people, first }: Reading, cells: readonly string[], currency: Currency) {
  return people.map((_, person) => ({
    person,
    figure: rows.figure(cells[first + person]?.trim() || "0", currency),
  }));
}

function readRow(reading: Reading, { cells, line }: CsvRecord, date: string | null): FoundRow | null {
  const { rows, columns, people } = reading;
  const cell = (name: Column) => cellOf(cells, columns, name);
  if (date === null) return rows.problems.add(line, "date", cell("date"));
  const head: RowHead = {
    line,
    date,
    title: plainLine(unguarded(cell("title")), 200) || "Spliit",
    category: categoryOf(cell("category")),
    currency: cell("currency"),
    notes: originalCostText({
      cost: cell("originalCost"),
      currency: cell("originalCurrency"),
      rate: cell("rate"),
    }),
  };
  const currency = rows.currencyOf(head);
  if (!currency) return null;
  const cost = rows.figure(cell("cost"), currency);
  if (cost === null) return rows.problems.add(line, "amount", cell("cost"));
  const given = sharesIn(reading, cells, currency);
  const shares = given.flatMap(({ person, figure }): ExactPart[] => (figure ? [{ person, figure }] : []));
  if (shares.length < given.length) return rows.problems.add(line, "shares");
  const payer = payerOf(shares, { cost, named: people.indexOf(personKey(cell("payer"))) });
  if (payer === null) return rows.problems.add(line, "payerInJson");
  const isOther = shares.some(({ figure }) => isAbove(figure, cost));
  if (isOther && !shares.some(({ person, figure }) => person === payer && isAbove(figure, cost)))
    return rows.problems.add(line, "direction");
  const sides = {
    payers: [{ person: payer, figure: cost }],
    shares: shares.map(({ person, figure }) => ({ person, figure: turnedLike(cost, figure) })),
  };
  const row = rows.fromParts(head, cost, sides);
  const isRepaid = /^(yes|true|1)$/i.test(cell("isRepaid"));
  return row && { ...row, kind: isRepaid && isPaymentBetweenTwo(row) ? "settlement" : "expense" };
}

function payerOf(
  shares: readonly ExactPart[],
  { cost, named }: { cost: Figure; named: number },
): number | null {
  if (named >= 0) return named;
  const payers = shares.filter(({ figure }) => isAbove(figure, cost));
  const without = shares.filter(({ figure }) => figure.exact === 0n);
  const [only, another] = payers.length > 0 ? payers : without;
  return only && !another ? only.person : null;
}

/** Whether the number has the sign of the cost, which marks the payer. */
function isAbove({ exact }: Figure, cost: Figure): boolean {
  return cost.exact < 0n ? exact < 0n : exact > 0n;
}

function turnedLike(cost: Figure, { exact, digits }: Figure): Figure {
  return { exact: exact < 0n === cost.exact < 0n ? exact : -exact, digits };
}

/** Returns the original cost when the expense was paid in another currency than the group's; null otherwise. */
export function originalCostText({ cost, currency, rate }: Record<"cost" | "currency" | "rate", string>) {
  if (cost === "" || currency === "") return null;
  return plainLine(rate === "" ? `${cost} ${currency}` : `${cost} ${currency} × ${rate}`, 100);
}
