import { replaceMoney, membersOf } from "#lib/shared/expense-people.ts";
import type { ExpenseFields } from "#lib/shared/expenses.ts";
import { mergedMoney } from "../guests/merged-money.ts";
import { currentIdOf, readMergedIds } from "../members/merged-ids.ts";
import { type Directory, formerMemberIds } from "../money/directory.ts";
import type { TripWrite } from "../writes/write.ts";

type Money = ExpenseFields["money"];

/**
 * Returns the entered money with the current member ids: the id of a merged placeholder is replaced by its member's.
 * The service keeps deciding who gets the odd minor units.
 * @param held the money that is replaced
 */
export async function withCurrentMembers(
  { tx, trip }: TripWrite,
  directory: Directory,
  id: string,
  entered: Money,
  held?: Money,
): Promise<Money> {
  const money = replaceMoney(held, entered);
  const parted = formerMemberIds(directory, membersOf(money));
  const merged = await readMergedIds(tx, trip.id, parted);
  return parted.reduce((next, from) => {
    const to = currentIdOf(merged, from);
    return to === from ? next : mergedMoney(id, next, { from, to });
  }, money);
}
