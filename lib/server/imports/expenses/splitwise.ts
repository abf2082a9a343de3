import { isCurrency } from "#lib/shared/money.ts";
import { categoryOf, isPayment } from "./categories.ts";
import { readDates } from "./dates.ts";
import { type DecimalMark, decimalMarkOf, readFigure } from "./figures.ts";
import { type FoundExpenses, type FoundRow, LineProblems, plainLine } from "./found-expenses.ts";
import { rebuildSplit } from "./rebuild-split.ts";

/** Date, description, category, cost and currency; behind them a column for each person. */
const FIXED = 5;

/**
 * A group's export from Splitwise. Its words are in its user's language, so its shape tells it: people behind five columns,
 * and rows with a date and a currency. Each person's column is what they paid less their share.
 * @returns null for another kind of table
 */
export function readSplitwise(table: readonly (readonly string[])[]): FoundExpenses | null {
  const head = table.findIndex((row) => row.length > FIXED);
  const rows = table.slice(head + 1).map((cells, index) => ({ cells, line: head + index + 2 }));
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (head < 0 || !isSplitwise(table[head] ?? [], filled[0]?.cells)) return null;
  const people = (table[head] ?? []).slice(FIXED).map((name) => plainLine(name, 64));
  while (people.at(-1) === "") people.pop();
  const problems = new LineProblems();
  const totals = filled.filter(isTotal);
  const entries = filled.filter((row) => !totals.includes(row));
  const dates = readDates(entries.map(({ cells }) => cells[0] ?? ""));
  const mark = decimalMarkOf(entries.flatMap(({ cells }) => [cells[3] ?? "", ...cells.slice(FIXED)]));
  const reading = { count: people.length, mark, problems };
  const found = entries.map((row, index) => readRow(row, dates[index] ?? null, reading));
  const kept = found.filter((row) => row !== null);
  const isKnownHead = isSplitwiseHead(table[head] ?? []);
  // The shape alone, and nothing that anybody paid: a statement of a bank, or the like.
  if (!isKnownHead && kept.length === 0) return null;
  const empty = entries.length - kept.length - problems.count;
  nameStrayTotals(totals, kept, reading);
  const leftOut = problems.besides(kept);
  return { source: "splitwise", people, rows: kept, empty, leftOut };
}

function isSplitwiseHead(head: readonly string[]): boolean {
  const words = head.slice(0, FIXED).map((word) => word.trim().toLowerCase());
  return words.join() === "date,description,category,cost,currency";
}

function isSplitwise(head: readonly string[], first: readonly string[] | undefined): boolean {
  if (isSplitwiseHead(head)) return true;
  if (first === undefined || !isCurrency((first[4] ?? "").trim())) return false;
  return readDates([first[0] ?? ""])[0] !== null;
}

interface Line {
  cells: readonly string[];
  line: number;
}

/** May be what everybody has paid and owes by then in one currency: it has a currency and no cost of its own. */
function isTotal({ cells }: Line): boolean {
  const [, , , cost = "", code = ""] = cells.map((cell) => cell.trim());
  return cost === "" && /^[A-Z]{3}$/i.test(code);
}

/**
 * A row without a cost is a total where its figures are what the rows of its currency come to, above it or in the whole file. Any
 * other may be an expense that lost its cost, so it is named.
 */
function nameStrayTotals(totals: readonly Line[], rows: readonly FoundRow[], reading: Reading): void {
  const { count, mark, problems } = reading;
  for (const { cells, line } of totals) {
    const currency = (cells[4] ?? "").trim().toUpperCase();
    const figures = Array.from({ length: count }, (_, at) =>
      isCurrency(currency) ? readFigure(cells[FIXED + at] || "0", currency, mark) : null,
    );
    const own = rows.filter((row) => row.currency === currency);
    const sums = [own, own.filter((row) => row.line < line)].map((list) => netsOf(list, count));
    const isSum = sums.some((nets) =>
      nets.every((net, at) => Math.abs(net - (figures[at] ?? Infinity)) <= own.length),
    );
    if (!isSum) problems.add(line, "it has no cost, and is not what the lines above come to.");
  }
}

/** What each person paid less their share, over all rows. */
function netsOf(rows: readonly FoundRow[], count: number): number[] {
  const nets = Array.from({ length: count }, () => 0);
  for (const { payers, shares } of rows) {
    for (const { person, amount } of payers) nets[person] = (nets[person] ?? 0) + amount;
    for (const { person, amount } of shares) nets[person] = (nets[person] ?? 0) - amount;
  }
  return nets;
}

interface Reading {
  /** Of people. */
  count: number;
  mark: DecimalMark | null;
  problems: LineProblems;
}

function readRow(
  { cells, line }: Line,
  date: string | null,
  { count, mark, problems }: Reading,
): FoundRow | null {
  const [day = "", description = "", category = "", cost = "", code = ""] = cells.map((cell) => cell.trim());
  const currency = code.toUpperCase();
  if (date === null)
    return problems.add(line, `“${plainLine(day, 20)}” is no date that can be told for sure.`);
  if (!isCurrency(currency)) return problems.add(line, `“${plainLine(code, 20)}” is no currency.`);
  const amount = readFigure(cost, currency, mark);
  if (amount === null) return problems.add(line, `“${plainLine(cost, 40)}” is no amount of ${currency}.`);
  const nets = Array.from({ length: count }, (_, at) => readFigure(cells[FIXED + at] || "0", currency, mark));
  const given = nets.filter((net) => net !== null);
  if (given.length < count) return problems.add(line, "what somebody paid or owes is no amount.");
  const rebuilt = rebuildSplit(amount, given, `${date} ${description}`);
  if (typeof rebuilt === "string") return problems.add(line, rebuilt);
  if (!rebuilt) return null;
  const isSettlement =
    isPayment(category) && rebuilt.amount > 0 && rebuilt.payers.length === 1 && isAllGiven(rebuilt);
  const title = plainLine(description, 200) || plainLine(category, 200) || "Splitwise";
  const kind = isSettlement ? ("settlement" as const) : ("expense" as const);
  return { line, kind, date, title, category: categoryOf(category), currency, ...rebuilt };
}

/** One other has got the whole of it. */
function isAllGiven({ payers, shares }: Pick<FoundRow, "payers" | "shares">): boolean {
  return shares.length === 1 && shares[0]?.person !== payers[0]?.person;
}
