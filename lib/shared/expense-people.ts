import type { ExpenseMoney } from "./expense-shares.ts";
import { roundingForMembers } from "./rounding.ts";

/** The members who paid or who bear a share, each once, in the order of their first mention. */
export function membersOf({ payers, split }: ExpenseMoney): string[] {
  const all = [
    ...payers.map(({ memberId }) => memberId),
    ...split.parts.map(({ memberId }) => memberId),
    ...(split.items ?? []).flatMap(({ memberIds }) => memberIds),
  ];
  return [...new Set(all)];
}

/** Returns new money for an expense that had other money before; units are still rounded by the same ids as before. */
export function replaceMoney<Money extends ExpenseMoney>(
  held: ExpenseMoney | undefined,
  money: Money,
): Money {
  const { rounding: _, ...entered } = money;
  const rounding = roundingForMembers(held?.rounding, membersOf(money));
  // The cast is safe because the removed field is optional.
  return { ...entered, ...(rounding && { rounding }) } as Money;
}

/** The members who may see a private expense: its payers, those who bear a share, and its author. */
export function expenseViewersOf({
  money,
  createdBy,
}: {
  money: ExpenseMoney;
  createdBy: string | null;
}): string[] {
  return [...new Set([...membersOf(money), ...(createdBy === null ? [] : [createdBy])])];
}

/**
 * Whether a reader may see an expense.
 * @param memberId null: the reader is not a member, as in the demo trip
 */
export function isSeenBy(
  expense: { money: ExpenseMoney; createdBy: string | null; private: boolean },
  memberId: string | null,
): boolean {
  return !expense.private || (memberId !== null && expenseViewersOf(expense).includes(memberId));
}
