import { selectAttachmentsOf } from "#db/queries/attachments.ts";
import { insertExpense, saveExpense } from "#db/queries/expenses.ts";
import type { EventOp } from "#lib/shared/events.ts";
import { expenseViewersOf } from "#lib/shared/expense-people.ts";
import type { ExpenseDto, ExpenseFields } from "#lib/shared/expenses.ts";
import { previousValues } from "../writes/changes.ts";
import { type Directory, readDirectory, usersOf } from "../money/directory.ts";
import { changedRow, newRowFields } from "../writes/row-fields.ts";
import type { TripWrite } from "../writes/write.ts";

export type ExpenseOp = Extract<EventOp, `expense.${string}`>;
type Decided = Omit<ExpenseFields, "deletedAt" | "version" | "createdAt" | "updatedAt">;

/*
 * The functions of this file compute the whole row before it is written, so that nobody waits for the database to
 * return it.
 */

/** Writes a new expense and records its event. */
export function writeNewExpense(write: TripWrite, given: Decided, directory: Directory): ExpenseDto {
  const expense: ExpenseFields = { ...given, deletedAt: null, ...newRowFields(write) };
  write.send(insertExpense(write.tx, rowOf(write, expense)));
  const visibleTo = expense.private ? usersOf(directory, expenseViewersOf(expense)) : null;
  write.record({ op: "expense.created", entityId: expense.id, after: expense, visibleTo });
  return { ...expense, commentCount: 0 };
}

/**
 * Writes fields of an expense that was read under the trip's lock, and records the change; returns the row as a read
 * would return it. If the participants of a private expense change, each of them gets only the event that they may see.
 */
export async function changeExpense(
  write: TripWrite,
  expense: ExpenseDto,
  patch: Partial<ExpenseFields>,
  op: ExpenseOp,
): Promise<ExpenseDto> {
  const before = beforeOf(expense, patch);
  if (!before) return expense;
  const saved = changedRow(write, expense, patch);
  write.send(saveExpense(write.tx, rowOf(write, saved)));
  if (op === "expense.published") await recordShared(write, op, saved, { before, visibleTo: null });
  else if (saved.private) await recordPrivately(write, op, { from: expense, to: saved, before });
  else write.record({ op, entityId: saved.id, before, after: afterOf(op, saved) });
  return saved;
}

/**
 * Like {@link changeExpense} for an expense that everybody sees, but only records the event and leaves the statement to
 * the caller; returns the same object when nothing changes.
 */
export function recordExpenseChange(
  write: TripWrite,
  expense: ExpenseDto,
  patch: Partial<ExpenseFields>,
  op: ExpenseOp,
): ExpenseDto {
  const before = beforeOf(expense, patch);
  if (!before) return expense;
  const saved = changedRow(write, expense, patch);
  write.record({ op, entityId: saved.id, before, after: afterOf(op, saved) });
  return saved;
}

/**
 * Changes a deleted expense. The expense is in no list, so nobody sees the event of the change, but the event log
 * stores it. Users who thereby become participants of a private expense get an event, since from then on they may see
 * its files.
 */
export async function changeDeletedExpense(
  write: TripWrite,
  expense: ExpenseDto,
  patch: Partial<ExpenseFields>,
): Promise<void> {
  const before = beforeOf(expense, patch);
  if (!before) return;
  const saved = changedRow(write, expense, patch);
  write.send(saveExpense(write.tx, rowOf(write, saved)));
  write.record({ op: "expense.updated", entityId: saved.id, before, after: saved, visibleTo: [] });
  if (!saved.private) return;
  const added = newReaders(await readDirectory(write.tx, write.trip.id), expense, saved);
  if (added.length > 0) await recordShared(write, "expense.shared", saved, { before: {}, visibleTo: added });
}

/** Returns the event's `before`. If the currency changes, it also has the rate that belonged to the old currency. */
function beforeOf(expense: ExpenseDto, patch: Partial<ExpenseFields>): Record<string, unknown> | null {
  const before = previousValues(expense, patch);
  const isOther = patch.money !== undefined && patch.money.currency !== expense.money.currency;
  return before && isOther ? { ...before, rate: expense.rate } : before;
}

interface Change {
  from: ExpenseDto;
  to: ExpenseDto;
  before: Record<string, unknown>;
}

async function recordPrivately(write: TripWrite, op: ExpenseOp, { from, to, before }: Change): Promise<void> {
  const directory = await readDirectory(write.tx, write.trip.id);
  const [were, are] = [expenseViewersOf(from), expenseViewersOf(to)];
  const out = usersOf(
    directory,
    were.filter((id) => !are.includes(id)),
  );
  const added = newReaders(directory, from, to);
  const staying = usersOf(
    directory,
    are.filter((id) => were.includes(id)),
  );
  const { id } = to;
  // `before` is empty, because the change itself is in the event for the participants who stay.
  if (out.length > 0)
    write.record({ op: "expense.withdrawn", entityId: id, before: {}, after: { id }, visibleTo: out });
  write.record({ op, entityId: id, before, after: afterOf(op, to), visibleTo: staying });
  if (added.length > 0) await recordShared(write, "expense.shared", to, { before: {}, visibleTo: added });
}

/** Returns the users who see the expense after a change and did not see it before. */
function newReaders(directory: Directory, from: ExpenseDto, to: ExpenseDto): string[] {
  const were = expenseViewersOf(from);
  return usersOf(
    directory,
    expenseViewersOf(to).filter((id) => !were.includes(id)),
  );
}

/** Records the event for users who see the expense from now on, with its files, since they have neither yet. */
async function recordShared(
  write: TripWrite,
  op: "expense.shared" | "expense.published",
  expense: ExpenseDto,
  more: { before: Record<string, unknown>; visibleTo: string[] | null },
): Promise<void> {
  const rows = await selectAttachmentsOf(write.tx, { tripId: write.trip.id, targetId: expense.id });
  const attachments = rows.map(({ attachment }) => attachment);
  write.record({ op, entityId: expense.id, after: { ...expense, attachments }, ...more });
}

/**
 * Returns the event's `after`: the whole row with its count, since a changed date may bring the expense into lists that
 * did not contain it; only the id of a deleted expense.
 */
function afterOf(op: ExpenseOp, expense: ExpenseDto): object {
  return op === "expense.deleted" ? { id: expense.id } : expense;
}

function rowOf(write: TripWrite, expense: ExpenseFields) {
  return {
    tripId: write.trip.id,
    id: expense.id,
    expense: JSON.stringify(expense),
    people: expense.private ? expenseViewersOf(expense) : null,
    at: write.at,
  };
}
