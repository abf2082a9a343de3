import type { ExpenseCapacity } from "#db/queries/expenses.ts";
import { AppError, invalidField, notFound } from "#lib/shared/errors.ts";
import { isSeenBy, membersOf } from "#lib/shared/expense-people.ts";
import type { ExpenseMoney } from "#lib/shared/expense-shares.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { MAX_EXPENSES } from "#lib/shared/money-limits.ts";
import { type Directory, requirePresent } from "../money/directory.ts";
import { requireWriteMember, type TripWrite } from "../writes/write.ts";

/**
 * Returns the expense.
 * @throws AppError NOT_FOUND when it does not exist, was deleted, or is private to other members
 */
export function requireExpense(
  write: TripWrite,
  rows: { expense: ExpenseDto }[],
  deleted: "live" | "any" = "live",
): ExpenseDto {
  const expense = rows[0]?.expense;
  const isHidden = !expense || !isSeenBy(expense, requireWriteMember(write).id);
  if (isHidden || (deleted === "live" && expense.deletedAt)) throw notFound("expense");
  return expense;
}

/**
 * Checks the limit of expenses.
 * @param of which expenses are counted: for an expense that the caller sees already, those that everybody sees
 */
export function requireExpenseCapacity(
  room: ExpenseCapacity | undefined,
  of: "expenseCount" | "sharedCount" = "expenseCount",
): ExpenseCapacity {
  if (!room) throw new Error("The query of the room returned no row.");
  if (room[of] < MAX_EXPENSES) return room;
  throw new AppError("LIMIT_REACHED", `A trip holds at most ${MAX_EXPENSES} expenses. Delete some first.`);
}

interface Links {
  stopId?: string | null | undefined;
  reservationId?: string | null | undefined;
}

/**
 * Checks that the stop and the reservation of an expense exist. A link stays when its stop or reservation is deleted
 * later, and works again after a restore.
 */
export function requireLinks(room: ExpenseCapacity | undefined, links: Links, held: Links = {}): void {
  const { stopId, reservationId } = links;
  if (stopId && stopId !== held.stopId && !room?.isStopLive)
    throw invalidField("stopId", "This is no stop of the trip.");
  if (reservationId && reservationId !== held.reservationId && !room?.isReservationLive)
    throw invalidField("reservationId", "This is no reservation of the trip.");
}

/**
 * Checks the members of an expense.
 * @throws AppError VALIDATION_FAILED with the path of each member who is not in the trip, unless `held` had that member
 * already
 */
export function requireMembers(directory: Directory, money: ExpenseMoney, held?: ExpenseMoney): void {
  const { payers, split } = money;
  const named = [
    ...payers.map(({ memberId }, index) => [`money.payers.${index}.memberId`, memberId] as const),
    ...split.parts.map(({ memberId }, index) => [`money.split.parts.${index}.memberId`, memberId] as const),
    ...(split.items ?? []).flatMap(({ memberIds }, item) =>
      memberIds.map((id, index) => [`money.split.items.${item}.memberIds.${index}`, id] as const),
    ),
  ];
  requirePresent(directory, named, held ? membersOf(held) : []);
}
