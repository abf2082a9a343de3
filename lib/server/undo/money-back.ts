import type { StoredEvent } from "#db/queries/events.ts";
import { isWithinMaxAmount, type RatedMoney } from "#lib/shared/balances.ts";
import { AppError } from "#lib/shared/errors.ts";
import { membersOf } from "#lib/shared/expense-people.ts";
import type { ExpenseFields } from "#lib/shared/expenses.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import { readDirectory } from "../money/directory.ts";
import { arePartiesMerged } from "../settlements/settlement-access.ts";
import type { TripWrite } from "../writes/write.ts";

/**
 * Checks the expenses and settlements that an undo has changed by the same rules as every other write of money, with
 * the trip's current currency and members. It runs after the undo, since only the result counts.
 * @throws AppError NOT_UNDOABLE
 */
export async function requireGoodMoney(write: TripWrite): Promise<void> {
  const events = write.events.filter(({ op }) => /^(?:expense|settlement)\./.test(op));
  if (events.length === 0) return;
  const groups = [...Map.groupBy(events, ({ entityId }) => entityId).values()];
  const left = groups.flatMap((group) => leftBy(group) ?? []);
  const expenses = left.filter((row) => "money" in row.after);
  const settlements = left.filter((row) => "amount" in row.after);
  const sums = [
    ...expenses.map(({ after }) => ({ ...moneyOf(after), rate: after["rate"] }) as RatedMoney),
    ...settlements.map(({ after }) => after as unknown as RatedMoney),
  ];
  if (!sums.every((money) => isWithinMaxAmount(write.trip, money)))
    throw new AppError("NOT_UNDOABLE", `This would come to too much in ${write.trip.currency}.`);
  await refusePastMembers(write, expenses);
  for (const { after } of settlements) await refuseOnePerson(write, after as unknown as SettlementDto);
}

interface Left {
  /** The first event of the undo that changed the row's money: its `before` has the values from before the undo. */
  first: StoredEvent;
  after: StoredEvent["after"];
}

/** Returns the row as the undo leaves it, or null when it is deleted then. */
function leftBy(group: readonly StoredEvent[]): Left | null {
  const told = group.filter(({ op }) => op !== "expense.withdrawn" && op !== "expense.shared");
  const [first] = told;
  const last = told.at(-1);
  if (!first || !last || last.op.endsWith(".deleted")) return null;
  return last.after["deletedAt"] ? null : { first: moneyEvent(told) ?? first, after: last.after };
}

function moneyEvent(group: readonly StoredEvent[]): StoredEvent | undefined {
  return group.find(({ before }) => before && "money" in before);
}

/** Returns the money of an event's fields. The cast is safe: the event log has it from the type of the row. */
function moneyOf(fields: Record<string, unknown>): ExpenseFields["money"] {
  return fields["money"] as ExpenseFields["money"];
}

/** Refuses members who have left the trip, unless they were part of the expense before the undo. */
async function refusePastMembers(write: TripWrite, rows: readonly Left[]): Promise<void> {
  const added = rows.flatMap(({ first, after }) => {
    if (!first.before || !("money" in first.before)) return [];
    const known = membersOf(moneyOf(first.before));
    return membersOf(moneyOf(after)).filter((id) => !known.includes(id));
  });
  if (added.length === 0) return;
  const directory = await readDirectory(write.tx, write.trip.id);
  if (!added.some((id) => directory.get(id)?.hasLeft)) return;
  throw new AppError("NOT_UNDOABLE", "This would bring somebody back into it who has left the trip.");
}

async function refuseOnePerson(write: TripWrite, settlement: SettlementDto): Promise<void> {
  if (!(await arePartiesMerged(write, settlement))) return;
  throw new AppError("NOT_UNDOABLE", "The two turned out to be one person.");
}
