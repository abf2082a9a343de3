import type { TripCurrency } from "#lib/shared/balances.ts";
import { compareExpenses } from "#lib/shared/expense-order.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import { type Change, isCommentChange } from "../writes/changes.ts";
import { type ExpenseSums, expenseSumsOf } from "./money.ts";

/** The oldest row of a list that is read from the newest row on. */
export type ListEnd = Pick<ExpenseDto, "id" | "spentOn">;

export interface ExpensePage {
  items: readonly ExpenseDto[];
  /** The seq of the last event that was known when the page arrived. */
  seq: number;
}

/** The seq of unconfirmed changes: it is after all events. */
export const UNCONFIRMED = Infinity;

export interface ChangeWithSeq {
  seq: number;
  change: Change;
}

/**
 * Returns all known rows, newest day first and each once.
 * @param pages the pages in the state in which they were read, at any time
 * @param changes the changes since before the first page was read, oldest first
 * @param newest the rows that came with the trip and follow its events
 */
export function mergeExpenses(
  pages: readonly ExpensePage[],
  changes: readonly ChangeWithSeq[],
  newest: readonly ExpenseDto[],
): ExpenseDto[] {
  const rows = new Map(pages.flatMap(({ items }) => items.map((row) => [row.id, row])));
  const readAt = new Map(pages.flatMap(({ items, seq }) => items.map(({ id }) => [id, seq])));
  for (const { seq, change } of changes) {
    if (isCommentChange(change)) {
      const { id } = change.entity.target;
      if (seq > (readAt.get(id) ?? -1)) countComment(rows, id, change.op);
    } else applyTo(rows, change);
  }
  for (const row of newest) rows.set(row.id, row);
  return [...rows.values()].toSorted(compareExpenses);
}

/**
 * Returns the oldest of the newest rows that nothing has moved or added since the trip was read: from the newest row to
 * this one, no row is missing.
 * @param touched ids of the rows that events or this person's writes have added or changed
 */
export function oldestUntouchedExpense(
  newest: readonly ExpenseDto[],
  touched: ReadonlySet<string>,
): ListEnd | null {
  return newest.findLast(({ id }) => !touched.has(id)) ?? null;
}

function countComment(rows: Map<string, ExpenseDto>, id: string, op: Change["op"]): void {
  const by = op === "comment.deleted" ? -1 : op === "comment.created" || op === "comment.restored" ? 1 : 0;
  const row = rows.get(id);
  if (row && by !== 0) rows.set(id, { ...row, commentCount: row.commentCount + by });
}

function applyTo(rows: Map<string, ExpenseDto>, change: Change): void {
  switch (change.op) {
    case "expense.deleted":
    case "expense.withdrawn":
      rows.delete(change.entity.id);
      break;
    case "expense.shared":
      // The event of a deleted expense goes to its new readers only because of its attachments; the expense stays
      // deleted.
      if (change.entity.deletedAt === null) put(rows, change.entity);
      break;
    case "expense.created":
    case "expense.updated":
    case "expense.published":
    case "expense.restored":
      put(rows, change.entity);
      break;
    default:
  }
}

/** A page that was read after the event was made may be newer than the event: the higher version stays. */
function put(
  rows: Map<string, ExpenseDto>,
  row: Omit<ExpenseDto, "commentCount"> & { commentCount?: number },
) {
  const known = rows.get(row.id);
  if (known && known.version > row.version) return;
  rows.set(row.id, { ...row, commentCount: row.commentCount ?? known?.commentCount ?? 0 });
}

export type MoneyRow =
  | { kind: "expense"; id: string; expense: ExpenseDto; sums: ExpenseSums | null }
  | { kind: "settlement"; id: string; settlement: SettlementDto };

export interface MoneyDay {
  date: string;
  /**
   * The sum of the day's expenses in the trip's currency, without settlements, which are no spending; null when not all
   * expenses of the day are known.
   */
  total: number | null;
  rows: MoneyRow[];
}

/**
 * Groups expenses and settlements by day, newest first; within a day the row that was added last comes first.
 * @param until the row down to which all expenses are known; older rows are left out until the rows around them are
 * known; null when all are known
 */
export function moneyDays(
  trip: TripCurrency,
  expenses: readonly ExpenseDto[],
  settlements: readonly SettlementDto[],
  until: ListEnd | null,
): MoneyDay[] {
  const days = new Map<string, MoneyDay>();
  const on = (date: string): MoneyDay => {
    const day = days.get(date) ?? { date, total: date === until?.spentOn ? null : 0, rows: [] };
    days.set(date, day);
    return day;
  };
  for (const expense of expenses) {
    if (until !== null && compareExpenses(expense, until) > 0) continue;
    const sums = expenseSumsOf(trip, expense);
    const day = on(expense.spentOn);
    day.total = day.total === null || sums === null ? null : day.total + sums.amount;
    day.rows.push({ kind: "expense", id: expense.id, expense, sums });
  }
  for (const settlement of settlements) {
    if (until !== null && settlement.paidOn < until.spentOn) continue;
    on(settlement.paidOn).rows.push({ kind: "settlement", id: settlement.id, settlement });
  }
  for (const day of days.values()) day.rows.sort((a, b) => (a.id > b.id ? -1 : 1));
  return [...days.values()].toSorted((a, b) => (a.date > b.date ? -1 : 1));
}
