import { membersOf, expenseViewersOf } from "#lib/shared/expense-people.ts";
import type { ExpenseMoneyField } from "#lib/shared/expenses.ts";
import { copiedRounding } from "#lib/shared/rounding.ts";
import type { TripFile } from "#lib/shared/trip-file.ts";
import type { WholeTrip } from "../trips/insert-trip.ts";

/**
 * Returns a file's expenses and settlements with new ids, also of the members, stops and reservations to which they
 * refer. They keep the time at which they were recorded, and the division of remaining minor units stays the same, so
 * that everybody owes what they owed before.
 */
export function moneyRows(
  { expenses, settlements }: TripFile,
  renamed: (id: string) => string,
  at: Date,
): Pick<WholeTrip, "expenses" | "settlements"> {
  const maybe = (id: string | null) => (id === null ? null : renamed(id));
  return {
    expenses: expenses.map(({ isPrivate, ...expense }) => {
      const createdBy = maybe(expense.createdBy);
      const money = renamedMoney(expense.id, expense.money, renamed);
      return {
        ...expense,
        createdAt: recordedAt(expense, at),
        id: renamed(expense.id),
        money,
        stopId: maybe(expense.stopId),
        reservationId: maybe(expense.reservationId),
        createdBy,
        people: isPrivate ? expenseViewersOf({ money, createdBy }) : null,
      };
    }),
    settlements: settlements.map(({ isPrivate, ...settlement }) => ({
      ...settlement,
      createdAt: recordedAt(settlement, at),
      id: renamed(settlement.id),
      from: renamed(settlement.from),
      to: renamed(settlement.to),
      createdBy: maybe(settlement.createdBy),
      private: isPrivate,
    })),
  };
}

/** Returns the time of recording, which older files do not contain; it is never in the future. */
function recordedAt({ createdAt }: { createdAt?: string | undefined }, at: Date): string {
  return new Date(
    Math.min(createdAt === undefined ? at.getTime() : Date.parse(createdAt), at.getTime()),
  ).toISOString();
}

function renamedMoney(
  id: string,
  money: ExpenseMoneyField,
  renamed: (id: string) => string,
): ExpenseMoneyField {
  const { payers, split } = money;
  const who = <T extends { memberId: string }>(row: T): T => ({ ...row, memberId: renamed(row.memberId) });
  const items = split.items?.map((item) => ({ ...item, memberIds: item.memberIds.map(renamed) }));
  return {
    ...money,
    payers: payers.map(who),
    split: { ...split, parts: split.parts.map(who), ...(items && { items }) },
    rounding: copiedRounding(id, money, { people: membersOf(money), renamed }),
  };
}
