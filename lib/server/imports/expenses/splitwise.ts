import { isCurrency } from "#lib/shared/money.ts";
import type { CsvRecord } from "../csv.ts";
import { categoryOf, isPayment } from "./categories.ts";
import { isWrittenDate } from "../written-dates.ts";
import { endedCurrency } from "./ended-currencies.ts";
import type { ExpenseTable } from "./expense-table.ts";
import { decimalMarkOf, type Figure, halfOfLastDigit } from "./figures.ts";
import {
  type FoundExpenses,
  type FoundRow,
  isPaymentBetweenTwo,
  personKey,
  plainLine,
} from "./found-expenses.ts";
import { RowBuilder } from "./row-builder.ts";

/** The number of fixed columns: date, description, category, cost and currency. A column for each person follows. */
const FIXED = 5;

/**
 * Reads the export of a group in Splitwise. Its headers are in the language of the user, so the shape identifies it:
 * people behind five columns, and rows with a date and a currency. A person's column has payment minus share.
 * @returns null for another kind of table
 */
export function readSplitwise(table: ExpenseTable): FoundExpenses | null {
  const head = table.lines.findIndex(({ cells }) => cells.length > FIXED);
  const columns = table.lines[head]?.cells ?? [];
  const lines = table.lines.slice(head + 1);
  const isNamed = hasNames(columns);
  if (head < 0 || !(isNamed || hasShape(lines[0]?.cells))) return null;
  const people = columns.slice(FIXED).map((name) => personKey(name));
  while (people.at(-1) === "") people.pop();
  const totals = lines.filter(isTotal);
  const entries = lines.filter((line) => !isTotal(line));
  const figures = entries.flatMap(({ cells }) => [cells[3] ?? "", ...cells.slice(FIXED)]);
  const rows = new RowBuilder(table.tripCurrency, decimalMarkOf(figures, table.delimiter));
  for (const line of lines) learn(rows, line, people.length);
  const dated = { width: FIXED + people.length, expected: table.expected };
  const found = rows.readDatedLines(entries, { ...dated, dateOf: firstCell }, (line, date) =>
    readRow(rows, line, { date, count: people.length }),
  );
  const kept = found.filter((row) => row !== null);
  // A table that has only the shape, and no row in which somebody paid, is something else, such as a bank statement.
  if (!isNamed && kept.length === 0) return null;
  const taken = entries.filter((_, index) => found[index] !== null);
  const stray = nameStrayTotals(rows, totals, { taken, count: people.length });
  return rows.file(
    { source: "splitwise", people, lines: lines.length, totals: totals.length - stray },
    found,
  );
}

function firstCell([first = ""]: readonly string[]): string {
  return first;
}

function hasNames(head: readonly string[]): boolean {
  const words = head.slice(0, FIXED).map((word) => word.trim().toLowerCase());
  return words.join() === "date,description,category,cost,currency";
}

function hasShape(first: readonly string[] | undefined): boolean {
  const code = (first?.[4] ?? "").trim().toUpperCase();
  if (first === undefined || !(isCurrency(code) || endedCurrency(code))) return false;
  return isWrittenDate(first[0] ?? "");
}

/**
 * Whether a row may be the total of what everybody has paid and owes in one currency: it has a currency and no cost.
 */
function isTotal({ cells }: CsvRecord): boolean {
  const [, , , cost = "", code = ""] = cells.map((cell) => cell.trim());
  return cost === "" && /^[A-Z]{3}$/i.test(code);
}

function learn(rows: RowBuilder, { cells }: CsvRecord, count: number): void {
  const currency = rows.findCurrency(cells[4] ?? "");
  if (currency)
    rows.learnDigits(
      currency,
      netsOf(rows, cells, { currency, count }).filter((net) => net !== null),
    );
}

type Currency = NonNullable<ReturnType<RowBuilder["findCurrency"]>>;

function netsOf(
  rows: RowBuilder,
  cells: readonly string[],
  { currency, count }: { currency: Currency; count: number },
): (Figure | null)[] {
  return Array.from({ length: count }, (_, at) => rows.figure(cells[FIXED + at]?.trim() || "0", currency));
}

function readRow(
  rows: RowBuilder,
  { cells, line }: CsvRecord,
  { date, count }: { date: string | null; count: number },
): FoundRow | null {
  const [day = "", description = "", category = "", cost = "", code = ""] = cells.map((cell) => cell.trim());
  if (date === null) return rows.problems.add(line, "date", day);
  const currency = code === "" ? null : rows.findCurrency(code);
  if (!currency) return rows.problems.add(line, "currency", code);
  const figure = rows.figure(cost, currency);
  if (figure === null) return rows.problems.add(line, "amount", cost);
  const nets = netsOf(rows, cells, { currency, count });
  const given = nets.filter((net) => net !== null);
  if (given.length < count) return rows.problems.add(line, "shares");
  const title = plainLine(description, 200) || plainLine(category, 200) || "Splitwise";
  const head = { line, date, title, category: categoryOf(category), currency: code };
  const row = rows.fromNets(head, figure, given);
  return row && { ...row, kind: isPayment(category) && isPaymentBetweenTwo(row) ? "settlement" : "expense" };
}

/**
 * Checks the rows without a cost. Such a row is a total when its numbers are the sums of the rows in its currency,
 * above it or in the whole file, to the last decimal. Any other row may be an expense without its cost, or show that
 * the file lacks a row, so it is reported.
 * @returns how many rows are no totals
 */
function nameStrayTotals(
  rows: RowBuilder,
  totals: readonly CsvRecord[],
  { taken, count }: { taken: readonly CsvRecord[]; count: number },
): number {
  const before = rows.problems.count;
  const inOrder = [...taken, ...totals].toSorted((a, b) => a.line - b.line);
  const isTaken = new Set(taken);
  const read = inOrder.map((record) => exactNets(rows, record, count));
  const whole = new PersonSums();
  for (const { record, code, nets } of read) if (isTaken.has(record)) whole.add(code, nets);
  const above = new PersonSums();
  for (const { record, code, nets } of read) {
    if (isTaken.has(record)) above.add(code, nets);
    else if (![above, whole].some((sums) => sums.isSum(code, nets))) rows.problems.add(record.line, "noCost");
  }
  return rows.problems.count - before;
}

function exactNets(rows: RowBuilder, record: CsvRecord, count: number) {
  const currency = rows.findCurrency(record.cells[4] ?? "");
  const nets = currency ? netsOf(rows, record.cells, { currency, count }) : [];
  return { record, code: currency?.code ?? "", nets };
}

/** The sums of people's amounts as the file writes them, by currency. */
class PersonSums {
  readonly #sums = new Map<string, bigint[]>();

  add(code: string, nets: readonly (Figure | null)[]): void {
    const sums = this.#sums.get(code) ?? [];
    this.#sums.set(
      code,
      nets.map((net, person) => (sums[person] ?? 0n) + (net?.exact ?? 0n)),
    );
  }

  /** Whether each number is the sum of its person's amounts, rounded to the decimals of the numbers. */
  isSum(code: string, figures: readonly (Figure | null)[]): boolean {
    if (code === "") return false;
    const sums = this.#sums.get(code) ?? [];
    const slack = halfOfLastDigit(
      code,
      figures.flatMap((figure) => figure ?? []),
    );
    return figures.every((figure, person) => {
      const off = figure && figure.exact - (sums[person] ?? 0n);
      return off !== null && (off < 0n ? -off : off) <= slack;
    });
  }
}
