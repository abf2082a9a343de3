import type { MoneyValue } from "#lib/shared/money.ts";
import { rateBetween } from "#lib/shared/rates.ts";
import { readSum } from "../../_model/money/calculator.ts";

export type ChargeReading =
  | { kind: "empty" }
  /** Converted by `rate`, the amount is exactly the charge. */
  | { kind: "charge"; charge: MoneyValue; rate: string }
  /** The amount that was charged for is not entered yet. */
  | { kind: "waiting" }
  | { kind: "wrong" };

/**
 * Reads what a bank or card charged, in the trip's currency, for an amount in another currency. The rate is derived
 * from the two amounts, so that they always agree.
 * @param paid the amount as an absolute value
 */
export function readCharge(typed: string, paid: MoneyValue, tripCurrency: string): ChargeReading {
  const reading = readSum(typed, tripCurrency);
  if (reading.kind === "empty") return reading;
  if (reading.kind === "wrong" || reading.currency !== tripCurrency || reading.amount === 0)
    return { kind: "wrong" };
  if (paid.amount === 0) return { kind: "waiting" };
  const charge = { amount: reading.amount, currency: tripCurrency };
  const rate = rateBetween(paid, charge);
  return rate === null ? { kind: "wrong" } : { kind: "charge", charge, rate };
}
