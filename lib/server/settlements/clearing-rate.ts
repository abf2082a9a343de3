import type { Rate } from "#lib/shared/rates.ts";
import { readLedger } from "../money/read-ledger.ts";
import { type FindRate, rateFor } from "../money/stored-rate.ts";
import type { TripWrite } from "../writes/write.ts";
import { findClearedDebt, GroupDebts, type Payment, privateDebts, rateThatClears } from "./cleared-debt.ts";

interface PaymentRow extends Payment {
  /** The id of a settlement that is changed, which must not count as a payment itself. */
  id: string;
  private: boolean;
  paidOn: string;
}

/**
 * Returns the rate of a payment whose rate nobody entered: with it the payment is worth in the trip's currency what the
 * paid debt is worth, so that a member with a zero balance in one currency owes nothing in the other. A payment of no
 * debt gets the rate of its day.
 * @throws AppError VALIDATION_FAILED on `rate` when a rate is needed and unknown
 */
export async function clearingRate(
  write: TripWrite,
  userId: string,
  payment: PaymentRow,
  find: FindRate,
): Promise<Rate | null> {
  const { currency, paidOn: date } = payment;
  const to = write.trip.currency;
  const cleared = currency === to ? null : await readCleared(write, userId, payment);
  const rate = cleared && rateThatClears(payment, cleared, { to, date, found: find({ currency, to, date }) });
  return rate ?? rateFor(write.trip, { currency, date }, find);
}

async function readCleared({ tx, trip: { id: tripId } }: TripWrite, userId: string, payment: PaymentRow) {
  const { trip, shared, own } = await readLedger(tx, tripId, userId);
  const { expenses, settlements } = payment.private ? own : shared;
  const ledger = { expenses, settlements: settlements.filter(({ id }) => id !== payment.id) };
  const debts = payment.private
    ? privateDebts(trip, ledger, payment)
    : new GroupDebts(trip, ledger).of(payment);
  return findClearedDebt(debts, payment.amount);
}
