import type { Rate } from "#lib/shared/rates.ts";
import { readLedger } from "../money/read-ledger.ts";
import { type FindRate, rateFor } from "../money/stored-rate.ts";
import type { TripWrite } from "../write.ts";
import { clearedBy, GroupDebts, type Payment, privateDebts, rateThatClears } from "./cleared-debt.ts";

interface PaymentRow extends Payment {
  /** Of one that is changed: it pays nothing by itself. */
  id: string;
  private: boolean;
  paidOn: string;
}

/**
 * The rate of a payment for which nobody has typed one: by it the payment counts in the trip's currency what the debt
 * counts that it pays in its own, so that nobody who is even in the one owes something in the other. What pays no debt
 * counts by the rate of its day.
 * @throws AppError VALIDATION_FAILED on `rate` where that is needed, and unknown
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
  return clearedBy(debts, payment.amount);
}
