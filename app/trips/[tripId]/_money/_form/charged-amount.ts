import type { MoneyValue } from "#lib/shared/money.ts";
import { rateBetween } from "#lib/shared/rates.ts";
import { readSum } from "./calculator.ts";

export type ChargeReading =
  | { kind: "empty" }
  /** By `rate` the amount comes to exactly this. */
  | { kind: "charge"; charge: MoneyValue; rate: string }
  /** There is no amount yet that it was charged for. */
  | { kind: "waiting" }
  | { kind: "wrong" };

/**
 * What a bank or card charged for an amount in another currency, in the trip's: the rate is the one by which the amount
 * comes to that, so that the two always agree.
 * @param paid a size, from 0 up
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
