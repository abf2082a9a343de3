import { selectAttachmentsOf } from "#db/queries/attachments.ts";
import { insertExpense, saveExpense } from "#db/queries/expenses.ts";
import type { EventOp } from "#lib/shared/events.ts";
import { peopleOf } from "#lib/shared/expense-people.ts";
import type { ExpenseDto, ExpenseFields } from "#lib/shared/expenses.ts";
import { changedFrom } from "../changes.ts";
import { type Directory, readDirectory, usersOf } from "../money/directory.ts";
import { changedRow, firstFields } from "../row-fields.ts";
import type { TripWrite } from "../write.ts";

export type ExpenseOp = Extract<EventOp, `expense.${string}`>;
type Decided = Omit<ExpenseFields, "deletedAt" | "version" | "createdAt" | "updatedAt">;

/* Rows are known before they are written, so that nobody waits for the database to say them back. */

/** Writes a new expense and logs it. */
export function writeNewExpense(write: TripWrite, given: Decided, directory: Directory): ExpenseDto {
  const expense: ExpenseFields = { ...given, deletedAt: null, ...firstFields(write) };
  write.send(insertExpense(write.tx, rowOf(write, expense)));
  const visibleTo = expense.private ? usersOf(directory, peopleOf(expense)) : null;
  write.record({ op: "expense.created", entityId: expense.id, after: expense, visibleTo });
  return { ...expense, commentCount: 0 };
}

/**
 * Writes fields of an expense that was read under the trip's lock, and logs what changed; answers the row as it will be
 * read back. Where other people are in a private one by that, each is told only what is theirs to know.
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

/** What {@link changeExpense} makes of one that everybody sees, logged but still to be sent; itself where nothing changes. */
export function alterExpense(
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
 * What was deleted is in nobody's list, so that a change of it is told to nobody; the log keeps it all the same. Who comes
 * into a private one by that is told, since its files are theirs to see from then on.
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

/** What a change of it is logged with: wherever the currency is another, the rate that belonged to the one before, too. */
function beforeOf(expense: ExpenseDto, patch: Partial<ExpenseFields>): Record<string, unknown> | null {
  const before = changedFrom(expense, patch);
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
  const [were, are] = [peopleOf(from), peopleOf(to)];
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
  // An empty `before`: the change itself is in the event of those who stay.
  if (out.length > 0)
    write.record({ op: "expense.withdrawn", entityId: id, before: {}, after: { id }, visibleTo: out });
  write.record({ op, entityId: id, before, after: afterOf(op, to), visibleTo: staying });
  if (added.length > 0) await recordShared(write, "expense.shared", to, { before: {}, visibleTo: added });
}

/** The accounts that see it after a change and did not before. */
function newReaders(directory: Directory, from: ExpenseDto, to: ExpenseDto): string[] {
  const were = peopleOf(from);
  return usersOf(
    directory,
    peopleOf(to).filter((id) => !were.includes(id)),
  );
}

/** Its new readers have neither the row nor its files. */
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

/** With its count, since a changed date may bring it into lists that it was not in. */
function afterOf(op: ExpenseOp, expense: ExpenseDto): object {
  return op === "expense.deleted" ? { id: expense.id } : expense;
}

function rowOf(write: TripWrite, expense: ExpenseFields) {
  return {
    tripId: write.trip.id,
    id: expense.id,
    expense: JSON.stringify(expense),
    people: expense.private ? peopleOf(expense) : null,
    at: write.at,
  };
}
