import type { Ledger } from "#lib/shared/balances.ts";
import type { SettleUpDto, TransferDto } from "#lib/shared/budget.ts";
import { privateTransfers } from "#lib/shared/private-transfers.ts";
import { settleUp, type Transfer } from "#lib/shared/settle-up.ts";
import type { Ctx } from "../context.ts";
import { sortedEntries } from "./balances.ts";
import { getSums, type VisibleSums } from "./read-ledger.ts";

/**
 * Returns the transfers that settle all balances.
 * @param by `trip`: in the trip's currency; `currency`: in each currency that was used
 */
export async function getSettleUp(ctx: Ctx, tripId: string, by: "trip" | "currency"): Promise<SettleUpDto> {
  const seen = await getSums(ctx, tripId);
  return by === "trip" ? inTripsOwn(seen) : inEach(seen);
}

function inTripsOwn({ memberId, trip, shared, own }: VisibleSums): SettleUpDto {
  const alone = memberId === null ? [] : privateTransfers(memberId, trip, own);
  return {
    transfers: told(settleUp(shared.balances), trip.currency),
    private: told(alone, trip.currency),
  };
}

function inEach({ memberId, shared, own }: VisibleSums): SettleUpDto {
  const alone = memberId === null ? [] : sortedEntries(ledgersByCurrency(own));
  return {
    transfers: sortedEntries(shared.byCurrency).flatMap(([currency, balances]) =>
      told(settleUp(balances), currency),
    ),
    private: alone.flatMap(([currency, ledger]) =>
      told(privateTransfers(memberId ?? "", { currency, formerCurrencies: [] }, ledger), currency),
    ),
  };
}

function told(transfers: readonly Transfer[], currency: string): TransferDto[] {
  return transfers.map(({ from, to, amount }) => ({ from, to, amount, currency }));
}

function unrated<Row extends object>(row: Row): Row & { rate: null } {
  return { ...row, rate: null };
}

/** Splits a ledger by currency. Nothing is converted, so no rate is used. */
export function ledgersByCurrency({ expenses, settlements }: Ledger): Map<string, Ledger> {
  const spent = Map.groupBy(expenses.map(unrated), ({ money }) => money.currency);
  const settled = Map.groupBy(settlements.map(unrated), ({ currency }) => currency);
  const currencies = [...spent.keys(), ...settled.keys()];
  return new Map(
    currencies.map((currency) => [
      currency,
      { expenses: spent.get(currency) ?? [], settlements: settled.get(currency) ?? [] },
    ]),
  );
}
