import { inPlaceOf, membersOf } from "#lib/shared/expense-people.ts";
import type { ExpenseFields } from "#lib/shared/expenses.ts";
import { mergedMoney } from "../guests/merged-money.ts";
import { idNow, readMergedIds } from "../members/merged-ids.ts";
import { type Directory, partedOf } from "../money/directory.ts";
import type { TripWrite } from "../writes/write.ts";

type Money = ExpenseFields["money"];

/**
 * Returns the entered money with the current member ids: the id of a merged placeholder is replaced by its member's.
 * The service keeps deciding who gets the odd minor units.
 * @param held the money that is replaced
 */
export async function moneyNow(
  { tx, trip }: TripWrite,
  directory: Directory,
  id: string,
  entered: Money,
  held?: Money,
): Promise<Money> {
  const money = inPlaceOf(held, entered);
  const parted = partedOf(directory, membersOf(money));
  const merged = await readMergedIds(tx, trip.id, parted);
  return parted.reduce((next, from) => {
    const to = idNow(merged, from);
    return to === from ? next : mergedMoney(id, next, { from, to });
  }, money);
}
