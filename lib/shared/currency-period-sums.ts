import type { TripCurrency } from "./balances.ts";
import { addAmounts } from "./expense-shares.ts";
import { KeyedSums } from "./keyed-sums.ts";
import {
  type RecordedMoney,
  recordedCurrency,
  type CurrencyPeriod,
  currencyPeriodOf,
  currencyPeriodsOf,
} from "./currency-periods.ts";

/** Converts sums by key to another currency. */
export type ConvertSums = (
  sums: ReadonlyMap<string, number>,
  from: string,
  to: string,
  rate: string,
) => Map<string, number>;

/**
 * Sums of rows that are added and removed, each in the currency that the trip had when the row was recorded. When the
 * trip leaves a currency, each sum is converted as a whole, so that a member with a sum of 0 keeps 0.
 */
export class CurrencyPeriodSums {
  readonly #trip: TripCurrency;
  readonly #stays: readonly CurrencyPeriod[];
  readonly #convert: ConvertSums;
  /**
   * Sums by index of the currency period, or by currency if the time at which the trip had the currency is not known.
   */
  readonly #stages = new Map<number | string, KeyedSums<string>>();

  constructor(trip: TripCurrency, convert: ConvertSums) {
    this.#trip = trip;
    this.#stays = currencyPeriodsOf(trip);
    this.#convert = convert;
  }

  /**
   * Returns a function that takes the amounts of one row, in the currency that the trip had when the row was recorded.
   * @param sign -1: the row is removed; it must have been added with the same amounts
   */
  noteOf(row: RecordedMoney, sign: 1 | -1 = 1): (key: string, amount: number) => void {
    const stage = currencyPeriodOf(this.#trip.currency, this.#stays, row) ?? recordedCurrency(row);
    const sums = this.#stages.get(stage) ?? new KeyedSums<string>();
    this.#stages.set(stage, sums);
    return (key, amount) => sums.add(key, amount, sign);
  }

  /**
   * Returns the sums in the trip's current currency.
   * @throws RangeError where no rate leads to that currency
   */
  read(): Map<string, number> {
    const now = new Map<string, number>();
    const open = [...this.#stays.map(() => new Map<string, number>()), now];
    for (const [stage, sums] of this.#stages) {
      if (typeof stage === "number") addAmounts(open[stage] ?? now, sums.sums());
      else if (!sums.isEmpty) addAmounts(now, this.#fromFormer(stage, sums.sums()));
    }
    for (const [index, { currency, to, value, next }] of this.#stays.entries()) {
      const sums = open[index];
      if (sums && sums.size > 0) addAmounts(open[next] ?? now, this.#convert(sums, currency, to, value));
    }
    return now;
  }

  #fromFormer(from: string, sums: ReadonlyMap<string, number>): Map<string, number> {
    const { currency, formerCurrencies } = this.#trip;
    const former = formerCurrencies.find((each) => each.currency === from);
    if (!former) throw new RangeError(`No rate leads from ${from} to ${currency}.`);
    return this.#convert(sums, from, currency, former.value);
  }
}
