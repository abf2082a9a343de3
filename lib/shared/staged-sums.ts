import type { TripCurrency } from "./balances.ts";
import { addAll } from "./expense-shares.ts";
import { KeyedSums } from "./keyed-sums.ts";
import { type Recorded, reachedBy, type Stay, stayOf, staysOf } from "./stays.ts";

/** Sums by key in another currency. */
export type ConvertSums = (
  sums: ReadonlyMap<string, number>,
  from: string,
  to: string,
  rate: string,
) => Map<string, number>;

/**
 * Sums of rows that come and go, each in the currency that the trip had when the row was recorded. What they came to
 * when the trip left a currency is converted as a whole, as it stood then: who had 0 has 0.
 */
export class StagedSums {
  readonly #trip: TripCurrency;
  readonly #stays: readonly Stay[];
  readonly #convert: ConvertSums;
  /** By the stay's index; by currency where no stay says when it was the trip's. */
  readonly #stages = new Map<number | string, KeyedSums<string>>();

  constructor(trip: TripCurrency, convert: ConvertSums) {
    this.#trip = trip;
    this.#stays = staysOf(trip);
    this.#convert = convert;
  }

  /** Takes amounts of one row, in the currency that it reached. @param sign -1: it has gone, and had come just like this */
  noteOf(row: Recorded, sign: 1 | -1 = 1): (key: string, amount: number) => void {
    const stage = stayOf(this.#trip.currency, this.#stays, row) ?? reachedBy(row);
    const sums = this.#stages.get(stage) ?? new KeyedSums<string>();
    this.#stages.set(stage, sums);
    return (key, amount) => sums.add(key, amount, sign);
  }

  /** In the trip's currency of now. @throws RangeError where no rate leads there */
  read(): Map<string, number> {
    const now = new Map<string, number>();
    const open = [...this.#stays.map(() => new Map<string, number>()), now];
    for (const [stage, sums] of this.#stages) {
      if (typeof stage === "number") addAll(open[stage] ?? now, sums.sums());
      else if (!sums.isEmpty) addAll(now, this.#fromFormer(stage, sums.sums()));
    }
    for (const [index, { currency, to, value, next }] of this.#stays.entries()) {
      const sums = open[index];
      if (sums && sums.size > 0) addAll(open[next] ?? now, this.#convert(sums, currency, to, value));
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
