import { isCalendarDate } from "#lib/shared/dates.ts";
import { isCurrency } from "#lib/shared/money.ts";
import { categoryOf } from "./categories.ts";
import { readDecimal } from "./decimal.ts";
import { type FoundExpenses, type FoundRow, LineProblems, plainLine } from "./found-expenses.ts";

/* SplitPro exports what was between its user and one friend; of an expense with others in it, only that. */

const COLUMNS = [
  "Paid By",
  "Name",
  "Category",
  "Amount",
  "Split Type",
  "Expense Date",
  "Currency",
  "You Lent",
  "You Owe",
  "Settlement",
];

/** What SplitPro calls whoever exports. */
export const YOU = "You";
const FRIEND = "Friend";

/** @returns null for another kind of table */
export function readSplitPro([head = [], ...table]: readonly (readonly string[])[]): FoundExpenses | null {
  if (COLUMNS.some((name, at) => head[at]?.trim() !== name)) return null;
  const rows = table.map((cells, index) => ({ cells, line: index + 2 }));
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const friend = filled.map(({ cells }) => plainLine(cells[0] ?? "", 64)).find((name) => name !== YOU);
  const problems = new LineProblems();
  const found = filled.map((row) => readRow(row, friend ?? FRIEND, problems));
  const kept = found.filter((row) => row !== null);
  const leftOut = problems.besides(kept);
  return {
    source: "splitpro",
    people: [YOU, friend ?? FRIEND],
    rows: kept,
    empty: filled.length - kept.length - leftOut.length,
    leftOut,
  };
}

interface Line {
  cells: readonly string[];
  line: number;
}

function readRow({ cells, line }: Line, friend: string, problems: LineProblems): FoundRow | null {
  const [by = "", name = "", category = "", cost = "", type = "", moment = "", code = "", ...sums] =
    cells.map((cell) => cell.trim());
  const [date, currency] = [moment.slice(0, 10), code.toUpperCase()];
  const payer = [YOU, friend].indexOf(plainLine(by, 64));
  if (payer < 0) return problems.add(line, "it is by somebody else than the others.");
  if (!isCalendarDate(date)) return problems.add(line, "its date is none.");
  if (!isCurrency(currency)) return problems.add(line, `“${plainLine(code, 20)}” is no currency.`);
  const isSettlement = type === "SETTLEMENT";
  const whole = readDecimal(cost, currency);
  const lent = readDecimal((isSettlement ? sums[2] : sums[payer]) || "0", currency);
  if (whole === null || lent === null) return problems.add(line, `it has no amounts of ${currency}.`);
  if (Math.abs(lent) > Math.abs(whole))
    return problems.add(line, "one of you owes more for it than it cost.");
  if (lent === 0) return null;
  const owed = Math.sign(whole) * Math.abs(lent);
  // As much as it was between the two: a settlement is only ever that.
  const amount = isSettlement ? Math.abs(owed) : whole;
  const shares = [
    { person: payer, amount: amount - (isSettlement ? amount : owed) },
    { person: 1 - payer, amount: isSettlement ? amount : owed },
  ];
  return {
    line,
    kind: isSettlement ? "settlement" : "expense",
    date,
    title: plainLine(name, 200) || "SplitPro",
    category: categoryOf(category),
    amount,
    currency,
    payers: [{ person: payer, amount }],
    shares: shares.filter((part) => part.amount !== 0).toSorted((a, b) => a.person - b.person),
  };
}
