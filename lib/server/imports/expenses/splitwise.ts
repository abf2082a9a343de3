import { isCalendarDate } from "#lib/shared/dates.ts";
import { isCurrency } from "#lib/shared/money.ts";
import { categoryOf, isPayment } from "./categories.ts";
import { readDecimal } from "./decimal.ts";
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
  const entries = withoutTotals(filled);
  const found = entries.map((row) => readRow(row, people.length, problems));
  problems.refuse();
  const kept = found.filter((row) => row !== null);
  return { source: "splitwise", people, rows: kept, empty: entries.length - kept.length };
}

function isSplitwise(head: readonly string[], first: readonly string[] | undefined): boolean {
  const words = head.slice(0, FIXED).map((word) => word.trim().toLowerCase());
  if (words.join() === "date,description,category,cost,currency") return true;
  return first !== undefined && isDated(first) && isCurrency((first[4] ?? "").trim());
}

function isDated([date = ""]: readonly string[]): boolean {
  return /\d{4}-\d\d-\d\d/.test(date);
}

interface Line {
  cells: readonly string[];
  line: number;
}

/** What stands at the end without a date or a cost: each currency's total. */
function withoutTotals(rows: readonly Line[]): readonly Line[] {
  const isEntry = ({ cells }: Line) => isDated(cells) && (cells[3] ?? "").trim() !== "";
  return rows.slice(0, rows.findLastIndex(isEntry) + 1);
}

function readRow({ cells, line }: Line, count: number, problems: LineProblems): FoundRow | null {
  const [date = "", description = "", category = "", cost = "", code = ""] = cells.map((cell) => cell.trim());
  const currency = code.toUpperCase();
  if (!isCalendarDate(date)) return problems.add(line, "its date is none.");
  if (!isCurrency(currency)) return problems.add(line, `“${plainLine(code, 20)}” is no currency.`);
  const amount = readDecimal(cost, currency);
  if (amount === null) return problems.add(line, `“${plainLine(cost, 40)}” is no amount of ${currency}.`);
  const nets = Array.from({ length: count }, (_, at) => readDecimal(cells[FIXED + at] || "0", currency));
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
