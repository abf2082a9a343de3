import type { Balances } from "#lib/shared/balances.ts";
import type { BalancesDto } from "#lib/shared/budget.ts";
import type { MemberAmount } from "#lib/shared/money-fields.ts";
import type { Ctx } from "../context.ts";
import { getSums, privateSums } from "./read-ledger.ts";
import type { Sums } from "./running-sums.ts";

/** Returns the balances of everybody in an expense or a settlement, also of those who have left the trip. */
export async function getBalances(ctx: Ctx, tripId: string): Promise<BalancesDto> {
  const { trip, shared, own } = await getSums(ctx, tripId);
  return { currency: trip.currency, ...told(shared), private: told(privateSums(trip, own)) };
}

function told({
  balances,
  byCurrency,
}: Pick<Sums, "balances" | "byCurrency">): Pick<BalancesDto, "balances" | "byCurrency"> {
  return {
    balances: toAmounts(balances),
    byCurrency: sortedEntries(byCurrency).map(([currency, amounts]) => ({
      currency,
      balances: toAmounts(amounts),
    })),
  };
}

/** Returns the balances as a list, in the order of member ids. */
function toAmounts(balances: Balances): MemberAmount[] {
  return sortedEntries(balances).map(([memberId, amount]) => ({ memberId, amount }));
}

export function sortedEntries<T>(map: ReadonlyMap<string, T>): [string, T][] {
  return [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
