import { isCurrency } from "#lib/shared/money.ts";
import type { CsvRecord } from "../csv.ts";
import { categoryOf, isPayment } from "./categories.ts";
import { isWrittenDate, readDates } from "../written-dates.ts";
import { endedCurrency } from "./ended-currencies.ts";
import type { ExpenseTable } from "./expense-table.ts";
import { decimalMarkOf, type Figure, toMinor } from "./figures.ts";
import { type FoundExpenses, type FoundRow, isBetweenTwo, personKey, plainLine } from "./found-expenses.ts";
import { RowBuilder } from "./row-builder.ts";

/** Date, description, category, cost and currency; behind them a column for each person. */
const FIXED = 5;

/**
 * A group's export from Splitwise. Its words are in its user's language, so its shape tells it: people behind five columns,
 * and rows with a date and a currency. Each person's column is what they paid less their share.
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
  const entries = lines.filter((line) => !totals.includes(line));
  const figures = entries.flatMap(({ cells }) => [cells[3] ?? "", ...cells.slice(FIXED)]);
  const rows = new RowBuilder(table.tripCurrency, decimalMarkOf(figures, table.delimiter));
  for (const line of lines) learn(rows, line, people.length);
  const dates = readDates(
    entries.map(({ cells }) => cells[0] ?? ""),
    table.expected,
  );
  const found = rows.readLines(entries, FIXED + people.length, (line, index) =>
    readRow(rows, line, { date: dates[index] ?? null, count: people.length }),
  );
  const kept = found.filter((row) => row !== null);
  // The shape alone, and nothing that anybody paid: a statement of a bank, or the like.
  if (!isNamed && kept.length === 0) return null;
  const stray = nameStrayTotals(rows, totals, { kept, count: people.length });
  return rows.file(
    { source: "splitwise", people, lines: lines.length, totals: totals.length - stray },
    found,
  );
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

/** May be what everybody has paid and owes by then in one currency: it has a currency and no cost of its own. */
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
  return row && { ...row, kind: isPayment(category) && isBetweenTwo(row) ? "settlement" : "expense" };
}

/**
 * A row without a cost is a total where its figures are what the rows of its currency come to, above it or in the whole file. Any
 * other may be an expense that lost its cost, so it is named.
 * @returns how many are none
 */
function nameStrayTotals(
  rows: RowBuilder,
  totals: readonly CsvRecord[],
  { kept, count }: { kept: readonly FoundRow[]; count: number },
): number {
  const before = rows.problems.count;
  for (const { cells, line } of totals) {
    const currency = rows.findCurrency(cells[4] ?? "");
    const figures = currency ? netsOf(rows, cells, { currency, count }) : [];
    const code = currency?.ended?.successor ?? currency?.code ?? "";
    const own = kept.filter((row) => row.currency === code);
    const sums = [own, own.filter((row) => row.line < line)].map((list) => sumsOf(list, count));
    const isSum = sums.some((nets) =>
      nets.every((net, at) => isNear(net, figures[at] ?? null, { currency, slack: own.length + 1 })),
    );
    // Of a currency that has ended, the rows are counted in another one by now.
    if (!isSum && !currency?.ended) rows.problems.add(line, "noCost");
  }
  return rows.problems.count - before;
}

function isNear(
  net: number,
  figure: Figure | null,
  { currency, slack }: { currency: Currency | null; slack: number },
): boolean {
  const units = figure && currency && toMinor(figure.exact, currency.code);
  return units !== null && Math.abs(net - units) <= slack;
}

/** What each person paid less their share, over all rows. */
function sumsOf(rows: readonly FoundRow[], count: number): number[] {
  const nets = Array.from({ length: count }, () => 0);
  for (const { payers, shares } of rows) {
    for (const { person, amount } of payers) nets[person] = (nets[person] ?? 0) + amount;
    for (const { person, amount } of shares) nets[person] = (nets[person] ?? 0) - amount;
  }
  return nets;
}
