import { isWithinMaxAmount, type RatedMoney, type TripCurrency } from "#lib/shared/balances.ts";
import { invalidField } from "#lib/shared/errors.ts";
import type { GivenRate } from "#lib/shared/money-fields.ts";
import { isGivenRate, type Rate } from "#lib/shared/rates.ts";
import { lookUpRate } from "./look-up-rate.ts";

interface Wanted {
  currency: string;
  to: string;
  /** The day of the rate, `YYYY-MM-DD`. */
  date: string;
}

/** Returns a rate that was looked up before this attempt; null when none is known. */
export type FindRate = (wanted: Wanted) => Rate | null;

/** Ends an attempt of a write that needs a rate which was not looked up yet. */
class RateWanted extends Error {
  readonly wanted: Wanted;

  constructor(wanted: Wanted) {
    super(`A rate from ${wanted.currency} to ${wanted.to} is wanted.`);
    this.wanted = wanted;
  }
}

/**
 * Runs a write that may need exchange rates. Only under the trip's lock is it known which, and there no write may wait
 * for a server of rates: so the attempt ends, the rate is looked up, and the write starts again. If the trip's currency
 * changes meanwhile, the write thus gets the rate to the new currency.
 */
export async function withRates<T>(write: (find: FindRate) => Promise<T>, lookUp = lookUpRate): Promise<T> {
  const known = new Map<string, Rate | null>();
  const find: FindRate = (wanted) => {
    const rate = known.get(keyOf(wanted));
    if (rate === undefined) throw new RateWanted(wanted);
    return rate;
  };
  for (;;) {
    try {
      return await write(find);
    } catch (error) {
      if (!(error instanceof RateWanted)) throw error;
      const { wanted } = error;
      known.set(keyOf(wanted), await lookUp(wanted.currency, wanted.to, wanted.date));
    }
  }
}

function keyOf({ currency, to, date }: Wanted): string {
  return `${currency} ${to} ${date}`;
}

interface Rated {
  currency: string;
  /** The day of the expense or settlement, `YYYY-MM-DD`. */
  date: string;
}

interface RateQuestion extends Rated {
  /** The rate that the caller sent. undefined: the rate stays as it is; null: it is looked up again. */
  given?: GivenRate | null | undefined;
  /** The values that the row has; absent for a new row. */
  held?: Rated & { rate: Rate | null };
}

/**
 * Returns the rate with which a row is stored, or null when the row is in the trip's currency. A rate that a user or a
 * file gave stays as long as the currency does; a rate that was looked up also changes with the day.
 * @throws AppError VALIDATION_FAILED on `rate`
 */
export function rateFor(trip: TripCurrency, question: RateQuestion, find: FindRate): Rate | null {
  const { currency, date, given, held } = question;
  const to = trip.currency;
  if (given) {
    if (currency !== to) return { to, value: given.value, source: "typed", date: given.date ?? date };
    throw invalidField("rate", `${to} is the trip's own currency: leave the rate out.`);
  }
  if (held && given === undefined && isKept(held, question)) return held.rate;
  if (currency === to) return null;
  const rate = find({ currency, to, date });
  if (rate) return rate;
  throw invalidField("rate", `No rate from ${currency} to ${to} is known. Send one along.`);
}

function isKept({ currency, date, rate }: NonNullable<RateQuestion["held"]>, next: Rated): boolean {
  if (currency !== next.currency) return false;
  return date === next.date || rate === null || isGivenRate(rate);
}

/**
 * Checks that the converted amount is small enough to be computed exactly.
 * @throws AppError VALIDATION_FAILED on `path`
 */
export function requireCountable(trip: TripCurrency, money: RatedMoney, path: string): void {
  if (isWithinMaxAmount(trip, money)) return;
  throw invalidField(path, `This comes to too much in ${trip.currency}.`);
}
