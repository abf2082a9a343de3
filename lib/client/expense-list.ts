import type { TripCurrency } from "#lib/shared/balances.ts";
import { compareExpenses } from "#lib/shared/expense-order.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import type { Change } from "./changes.ts";
import { type Sums, sumsOf } from "./money.ts";

/**
 * All rows that are known, newest day first and each once.
 * @param pages as they were read, at whatever time
 * @param changes what has happened since before the first page was read, oldest first
 * @param newest the rows that came with the trip and follow its events
 */
export function mergeExpenses(
  pages: readonly (readonly ExpenseDto[])[],
  changes: readonly Change[],
  newest: readonly ExpenseDto[],
): ExpenseDto[] {
  const rows = new Map(pages.flat().map((row) => [row.id, row]));
  for (const change of changes) applyTo(rows, change);
  for (const row of newest) rows.set(row.id, row);
  return [...rows.values()].toSorted(compareExpenses);
}

function applyTo(rows: Map<string, ExpenseDto>, change: Change): void {
  switch (change.op) {
    case "expense.deleted":
    case "expense.withdrawn":
      rows.delete(change.entity.id);
      break;
    case "expense.created":
    case "expense.updated":
    case "expense.shared":
    case "expense.published":
    case "expense.restored":
      put(rows, change.entity);
      break;
    default:
  }
}

/** A page that was read later than the event was made knows better. */
function put(
  rows: Map<string, ExpenseDto>,
  row: Omit<ExpenseDto, "commentCount"> & { commentCount?: number },
) {
  const known = rows.get(row.id);
  if (known && known.version > row.version) return;
  rows.set(row.id, { ...row, commentCount: row.commentCount ?? known?.commentCount ?? 0 });
}

export type MoneyRow =
  | { kind: "expense"; id: string; expense: ExpenseDto; sums: Sums | null }
  | { kind: "settlement"; id: string; settlement: SettlementDto };

export interface MoneyDay {
  date: string;
  /** What its expenses come to in the trip's currency, settlements being no spending; null: not all of them are known. */
  total: number | null;
  rows: MoneyRow[];
}

/**
 * Expenses and settlements by day, newest first; within a day what was added last.
 * @param until the day of the last expense that is known: settlements before it wait for theirs; null: all are known
 */
export function moneyDays(
  trip: TripCurrency,
  expenses: readonly ExpenseDto[],
  settlements: readonly SettlementDto[],
  until: string | null,
): MoneyDay[] {
  const days = new Map<string, MoneyDay>();
  const on = (date: string): MoneyDay => {
    const day = days.get(date) ?? { date, total: date === until ? null : 0, rows: [] };
    days.set(date, day);
    return day;
  };
  for (const expense of expenses) {
    const sums = sumsOf(trip, expense);
    const day = on(expense.spentOn);
    if (day.total !== null) day.total += sums?.amount ?? 0;
    day.rows.push({ kind: "expense", id: expense.id, expense, sums });
  }
  for (const settlement of settlements) {
    if (until !== null && settlement.paidOn < until) continue;
    on(settlement.paidOn).rows.push({ kind: "settlement", id: settlement.id, settlement });
  }
  for (const day of days.values()) day.rows.sort((a, b) => (a.id > b.id ? -1 : 1));
  return [...days.values()].toSorted((a, b) => (a.date > b.date ? -1 : 1));
}
