import { isCalendarDate } from "#lib/shared/dates.ts";
import type { CsvRecord } from "../csv.ts";
import { categoryOf } from "./categories.ts";
import type { ExpenseTable } from "./expense-table.ts";
import { decimalMarkOf, toMinor } from "./figures.ts";
import { type FoundExpenses, type FoundRow, personKey, plainLine } from "./found-expenses.ts";
import { RowBuilder } from "./row-builder.ts";

/* Reads the export of SplitPro, which contains only the amounts between its user and one friend, even when more
   people share an expense. */

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

/** The name that SplitPro writes for the user who exports. */
export const EXPORTER_NAME = "You";
const FRIEND = "Friend";

/**
 * Reads the export of SplitPro.
 * @returns null for another kind of table
 */
export function readSplitPro({
  lines: [head, ...lines],
  delimiter,
  tripCurrency,
}: ExpenseTable): FoundExpenses | null {
  if (COLUMNS.some((name, at) => head?.cells[at]?.trim() !== name)) return null;
  const friend = lines.map(({ cells }) => personKey(cells[0] ?? "")).find((name) => name !== EXPORTER_NAME);
  const figures = lines.flatMap(({ cells }) => [cells[3] ?? "", ...cells.slice(7)]);
  const rows = new RowBuilder(tripCurrency, decimalMarkOf(figures, delimiter));
  const found = rows.readLines(lines, head?.cells.length ?? 0, (line) =>
    readRow(rows, line, friend ?? FRIEND),
  );
  return rows.file(
    { source: "splitpro", people: [EXPORTER_NAME, friend ?? FRIEND], lines: lines.length },
    found,
  );
}

function readRow(rows: RowBuilder, { cells, line }: CsvRecord, friend: string): FoundRow | null {
  const [by = "", name = "", category = "", cost = "", type = "", moment = "", code = "", ...sums] =
    cells.map((cell) => cell.trim());
  const date = moment.slice(0, 10);
  const payer = [EXPORTER_NAME, friend].indexOf(personKey(by));
  if (payer < 0) return rows.problems.add(line, "stranger", by);
  if (!isCalendarDate(date)) return rows.problems.add(line, "date", moment);
  const currency = code === "" ? null : rows.findCurrency(code);
  if (!currency || currency.ended) return rows.problems.add(line, "currency", code);
  const minor = (text: string) => {
    const figure = rows.figure(text, currency);
    return figure && toMinor(figure.exact, currency.code);
  };
  const isSettlement = type === "SETTLEMENT";
  const whole = minor(cost);
  if (whole === null) return rows.problems.add(line, "amount", cost);
  const lent = minor((isSettlement ? sums[2] : sums[payer]) || "0");
  const lentByOther = minor((isSettlement ? "" : sums[1 - payer]) || "0");
  if (lent === null || lentByOther === null) return rows.problems.add(line, "shares");
  if (Math.abs(lent) > Math.abs(whole)) return rows.problems.add(line, "owesMore");
  // The payer lent what the other one owes, with the sign of the whole amount.
  if (lentByOther !== 0 || lent * whole < 0) return rows.problems.add(line, "direction");
  const title = plainLine(name, 200) || "SplitPro";
  if (lent === 0) return rows.concernsNobody({ line, title });
  // For a settlement, the amount is what was paid between the two people.
  const amount = isSettlement ? lent : whole;
  if (isSettlement && amount < 0) return rows.problems.add(line, "direction");
  const shares = [
    { person: payer, amount: amount - lent },
    { person: 1 - payer, amount: lent },
  ];
  return {
    line,
    kind: isSettlement ? "settlement" : "expense",
    date,
    title,
    category: categoryOf(category),
    amount,
    currency: currency.code,
    notes: null,
    payers: [{ person: payer, amount }],
    shares: shares.filter((part) => part.amount !== 0).toSorted((a, b) => a.person - b.person),
  };
}
