import { isCountableIn, type RatedMoney, type TripCurrency } from "#lib/shared/balances.ts";
import { invalidField } from "#lib/shared/errors.ts";
import type { GivenRate } from "#lib/shared/money-fields.ts";
import { isSaid, type Rate } from "#lib/shared/rates.ts";
import { lookUpRate } from "./look-up-rate.ts";

interface Wanted {
  currency: string;
  to: string;
  /** `YYYY-MM-DD` */
  date: string;
}

/** A rate that was looked up before this attempt; null where none is known. */
export type FindRate = (wanted: Wanted) => Rate | null;

/** Ends an attempt that needs a rate which was not looked up yet. */
class RateWanted extends Error {
  readonly wanted: Wanted;

  constructor(wanted: Wanted) {
    super(`A rate from ${wanted.currency} to ${wanted.to} is wanted.`);
    this.wanted = wanted;
  }
}

/**
 * Runs a write that may need rates. Which, is known under the trip's lock alone, and there nobody waits for a server of
 * rates: the attempt ends, the rate is looked up, and the write begins anew. So a trip whose currency changes meanwhile
 * gets the rate to its new one.
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
  /** The day of what the rate is for. */
  date: string;
}

interface RateQuestion extends Rated {
  /** undefined: as it is; null: looked up again. */
  given?: GivenRate | null | undefined;
  /** What the row had; absent for a new one. */
  held?: Rated & { rate: Rate | null };
}

/**
 * What a row is stored with: null where it is in the trip's own currency. Someone's own word, and a file's, stays while
 * the currency does; what was looked up also follows the day.
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
  return date === next.date || rate === null || isSaid(rate);
}

/** @throws AppError VALIDATION_FAILED on `path` where it comes to more in the trip's currency than can be counted */
export function requireCountable(trip: TripCurrency, money: RatedMoney, path: string): void {
  if (isCountableIn(trip, money)) return;
  throw invalidField(path, `This comes to too much in ${trip.currency}.`);
}
