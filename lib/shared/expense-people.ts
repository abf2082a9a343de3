import type { ExpenseMoney } from "./expense-shares.ts";
import { keptRounding } from "./rounding.ts";

/** Members who paid, or bear a part, each once, in the order of their first mention. */
export function membersOf({ payers, split }: ExpenseMoney): string[] {
  const all = [
    ...payers.map(({ memberId }) => memberId),
    ...split.parts.map(({ memberId }) => memberId),
    ...(split.items ?? []).flatMap(({ memberIds }) => memberIds),
  ];
  return [...new Set(all)];
}

/** Money that takes the place of other money, and goes on being rounded by the same ids. */
export function inPlaceOf<Money extends ExpenseMoney>(held: ExpenseMoney | undefined, money: Money): Money {
  const { rounding: _, ...entered } = money;
  const rounding = keptRounding(held?.rounding, membersOf(money));
  // All that was taken out is optional.
  return { ...entered, ...(rounding && { rounding }) } as Money;
}

/** Members who may see it where it is private: who is in it, and its author. */
export function peopleOf({ money, createdBy }: { money: ExpenseMoney; createdBy: string | null }): string[] {
  return [...new Set([...membersOf(money), ...(createdBy === null ? [] : [createdBy])])];
}

/** @param memberId null: of somebody who is no member, as the readers of the demo trip */
export function isSeenBy(
  expense: { money: ExpenseMoney; createdBy: string | null; private: boolean },
  memberId: string | null,
): boolean {
  return !expense.private || (memberId !== null && peopleOf(expense).includes(memberId));
}
