import { isWithinMaxAmount } from "#lib/shared/balances.ts";
import type { ExpenseFields } from "#lib/shared/expenses.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import { readLedger } from "../../money/read-ledger.ts";
import { findClearedDebt, GroupDebts, rateThatClears } from "../../settlements/cleared-debt.ts";
import type { TripWrite } from "../../writes/write.ts";

/**
 * Sets the exchange rates of a file's settlements so that each counts in the trip's currency exactly what the debt
 * counts that it pays in the settlement's own currency. The debts come from the ledger of the trip, the file's expenses
 * and its earlier settlements. A settlement that pays no debt keeps its rate.
 */
export async function withClearingRates(
  { tx, trip: { id: tripId } }: TripWrite,
  userId: string,
  { expenses, settlements }: { expenses: readonly ExpenseFields[]; settlements: readonly SettlementDto[] },
): Promise<SettlementDto[]> {
  if (settlements.every(({ rate }) => rate === null)) return [...settlements];
  const { trip, shared } = await readLedger(tx, tripId, userId);
  const added = expenses.map(({ id, money, rate }) => ({ id, money, rate }));
  const debts = new GroupDebts(trip, { ...shared, expenses: [...shared.expenses, ...added] });
  const rates = new Map<string, SettlementDto["rate"]>();
  for (const row of settlements.toSorted((a, b) => (a.paidOn < b.paidOn ? -1 : 1))) {
    const rate = rateOf(trip, debts, row);
    debts.add(row, rate);
    rates.set(row.id, rate);
  }
  return settlements.map((row) => ({ ...row, rate: rates.get(row.id) ?? row.rate }));
}

function rateOf(
  trip: Parameters<typeof isWithinMaxAmount>[0],
  debts: GroupDebts,
  row: SettlementDto,
): SettlementDto["rate"] {
  const { amount, rate: found, paidOn: date } = row;
  if (found === null) return null;
  const cleared = findClearedDebt(debts.of(row), amount);
  const rate = cleared && rateThatClears(row, cleared, { to: trip.currency, date, found });
  return rate && isWithinMaxAmount(trip, { ...row, rate }) ? rate : found;
}
