import type { StoredEvent } from "#db/queries/events.ts";
import { saveExpenses, selectExpensesById } from "#db/queries/expenses.ts";
import { notFound } from "#lib/shared/errors.ts";
import type { ExpenseDto, ExpenseFields } from "#lib/shared/expenses.ts";
import {
  alterExpense,
  changeDeletedExpense,
  changeExpense,
  type ExpenseOp,
} from "../expenses/expense-row.ts";
import type { TripWrite } from "../write.ts";

interface Change {
  patch: Partial<ExpenseFields>;
  op: ExpenseOp;
}

/** What takes an event of an expense back. */
type ChangeOf = (event: StoredEvent, at: string) => Change;

/** A file brings thousands of expenses at once, so these events are taken back together. */
export interface ExpenseInverse {
  need: "editor";
  changeOf: ChangeOf;
}

export interface ExpenseDeed {
  event: StoredEvent;
  changeOf: ChangeOf;
}

export function onExpenses(changeOf: ChangeOf): ExpenseInverse {
  return { need: "editor", changeOf };
}

/**
 * Takes events of expenses back, in this order: however many, they are read by one statement and written by one, but for
 * private ones, each of which has readers of its own.
 */
export async function undoExpenses(write: TripWrite, deeds: readonly ExpenseDeed[]): Promise<void> {
  if (deeds.length === 0) return;
  const tripId = write.trip.id;
  const at = write.at.toISOString();
  const ids = [...new Set(deeds.map(({ event }) => event.entityId))];
  const rows = await selectExpensesById(write.tx, { tripId, ids });
  const expenses = new Map(rows.map(({ expense }) => [expense.id, expense]));
  const changed = new Map<string, ExpenseDto>();
  for (const { event, changeOf } of deeds) {
    const expense = expenses.get(event.entityId);
    if (!expense) throw notFound("expense");
    const { patch, op } = changeOf(event, at);
    // What is deleted stays so: only a merge of two rows of one person had changed it.
    if (expense.deletedAt && patch.deletedAt === undefined) {
      await changeDeletedExpense(write, expense, patch);
      continue;
    }
    const isBatched = !expense.private && deeds.length > 1;
    const next = isBatched
      ? alterExpense(write, expense, patch, op)
      : await changeExpense(write, expense, patch, op);
    if (isBatched && next !== expense) changed.set(next.id, next);
    expenses.set(next.id, next);
  }
  if (changed.size === 0) return;
  const list = JSON.stringify([...changed.values()]);
  write.send(saveExpenses(write.tx, { tripId, expenses: list, at: write.at }));
}
