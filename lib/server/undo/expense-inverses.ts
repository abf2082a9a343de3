import type { StoredEvent } from "#db/queries/events.ts";
import { saveExpenses, selectExpensesById } from "#db/queries/expenses.ts";
import { notFound } from "#lib/shared/errors.ts";
import type { ExpenseDto, ExpenseFields } from "#lib/shared/expenses.ts";
import {
  recordExpenseChange,
  changeDeletedExpense,
  changeExpense,
  type ExpenseOp,
} from "../expenses/expense-row.ts";
import type { TripWrite } from "../writes/write.ts";

interface Change {
  patch: Partial<ExpenseFields>;
  op: ExpenseOp;
}

/** Returns the change of the expense that undoes an event. */
type ChangeOf = (event: StoredEvent, at: string) => Change;

/**
 * The inverse of an expense's event. An imported file creates thousands of expenses at once, so these events are undone
 * together.
 */
export interface ExpenseInverse {
  need: "editor";
  changeOf: ChangeOf;
}

export interface ExpenseUndo {
  event: StoredEvent;
  changeOf: ChangeOf;
}

export function expenseInverse(changeOf: ChangeOf): ExpenseInverse {
  return { need: "editor", changeOf };
}

/**
 * Undoes events of expenses in this order. However many there are, one statement reads them and one writes them, except
 * for private expenses, each of which is visible to other users.
 */
export async function undoExpenses(write: TripWrite, deeds: readonly ExpenseUndo[]): Promise<void> {
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
    // A deleted expense stays deleted: only a merge of two members that are one person had changed it.
    if (expense.deletedAt && patch.deletedAt === undefined) {
      await changeDeletedExpense(write, expense, patch);
      continue;
    }
    const isBatched = !expense.private && deeds.length > 1;
    const next = isBatched
      ? recordExpenseChange(write, expense, patch, op)
      : await changeExpense(write, expense, patch, op);
    if (isBatched && next !== expense) changed.set(next.id, next);
    expenses.set(next.id, next);
  }
  if (changed.size === 0) return;
  const list = JSON.stringify([...changed.values()]);
  write.send(saveExpenses(write.tx, { tripId, expenses: list, at: write.at }));
}
