import { peopleOf } from "#lib/shared/expense-people.ts";
import type { ExpenseMoneyField } from "#lib/shared/expenses.ts";
import type { TripFile } from "#lib/shared/trip-file.ts";
import type { WholeTrip } from "../trips/insert-trip.ts";

/** A file's expenses and settlements under new ids, of members and of what they were for, too. */
export function moneyRows(
  { expenses, settlements }: TripFile,
  renamed: (id: string) => string,
): Pick<WholeTrip, "expenses" | "settlements"> {
  const maybe = (id: string | null) => (id === null ? null : renamed(id));
  return {
    expenses: expenses.map(({ isPrivate, ...expense }) => {
      const createdBy = maybe(expense.createdBy);
      const money = renamedMoney(expense.money, renamed);
      return {
        ...expense,
        id: renamed(expense.id),
        money,
        stopId: maybe(expense.stopId),
        reservationId: maybe(expense.reservationId),
        createdBy,
        people: isPrivate ? peopleOf({ money, createdBy }) : null,
      };
    }),
    settlements: settlements.map(({ isPrivate, ...settlement }) => ({
      ...settlement,
      id: renamed(settlement.id),
      from: renamed(settlement.from),
      to: renamed(settlement.to),
      createdBy: maybe(settlement.createdBy),
      private: isPrivate,
    })),
  };
}

function renamedMoney(money: ExpenseMoneyField, renamed: (id: string) => string): ExpenseMoneyField {
  const { payers, split } = money;
  const who = <T extends { memberId: string }>(row: T): T => ({ ...row, memberId: renamed(row.memberId) });
  const items = split.items?.map((item) => ({ ...item, memberIds: item.memberIds.map(renamed) }));
  return {
    ...money,
    payers: payers.map(who),
    split: { ...split, parts: split.parts.map(who), ...(items && { items }) },
  };
}
