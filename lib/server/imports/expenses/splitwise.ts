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
  const entries = filled.filter((row) => !isTotal(row));
  const dates = readDates(entries.map(({ cells }) => cells[0] ?? ""));
  const mark = decimalMarkOf(entries.flatMap(({ cells }) => [cells[3] ?? "", ...cells.slice(FIXED)]));
  const reading = { count: people.length, mark, problems };
  const found = entries.map((row, index) => readRow(row, dates[index] ?? null, reading));
  const kept = found.filter((row) => row !== null);
  const leftOut = problems.besides(kept);
  const empty = entries.length - kept.length - leftOut.length;
  return { source: "splitwise", people, rows: kept, empty, leftOut };
}

function isSplitwise(head: readonly string[], first: readonly string[] | undefined): boolean {
  const words = head.slice(0, FIXED).map((word) => word.trim().toLowerCase());
  if (words.join() === "date,description,category,cost,currency") return true;
  if (first === undefined || !isCurrency((first[4] ?? "").trim())) return false;
  return readDates([first[0] ?? ""])[0] !== null;
}

interface Line {
  cells: readonly string[];
  line: number;
}

/** Of one currency, what everybody has paid and owes by then: it has a currency and no cost of its own, wherever it stands. */
function isTotal({ cells }: Line): boolean {
  const [, , , cost = "", code = ""] = cells.map((cell) => cell.trim());
  return cost === "" && /^[A-Z]{3}$/i.test(code);
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
