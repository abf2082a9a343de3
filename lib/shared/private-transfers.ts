import { inCurrencyOf, inTripCurrency, type Ledger, type TripCurrency } from "./balances.ts";
import { addAll } from "./expense-shares.ts";
import { settleUp, type Transfer } from "./settle-up.ts";

/**
 * What a member gives or gets to be even in what they have in private. Each two are settled between themselves, by what
 * both of them see: fewer transfers among more people would tell some of them of expenses that they are not in.
 * @param me member id
 * @param ledger the private rows that this member sees
 */
export function privateTransfers(
  me: string,
  trip: TripCurrency,
  { expenses, settlements }: Ledger,
): Transfer[] {
  const owed = new Map<string, number>();
  for (const expense of expenses) {
    const { paid, borne } = inTripCurrency(trip, expense);
    const balances = new Map(paid);
    addAll(balances, borne, -1);
    addTransfers(owed, me, settleUp(balances), 1);
  }
  const given = settlements.map((row) => ({ from: row.from, to: row.to, amount: inCurrencyOf(trip, row) }));
  addTransfers(owed, me, given, -1);
  return [...owed]
    .filter(([, amount]) => amount !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([other, amount]) =>
      amount > 0 ? { from: other, to: me, amount } : { from: me, to: other, amount: -amount },
    );
}

/** Adds up what each other member has to give to this one. */
function addTransfers(
  owed: Map<string, number>,
  me: string,
  transfers: readonly Transfer[],
  sign: 1 | -1,
): void {
  for (const { from, to, amount } of transfers) {
    if (to === me) addAll(owed, new Map([[from, amount]]), sign);
    if (from === me) addAll(owed, new Map([[to, -amount]]), sign);
  }
}
