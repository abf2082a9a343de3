import type { TripCurrency } from "./balances.ts";
import type { Rate } from "./rates.ts";

/**
 * The end of a time during which a trip had one currency: the sums of the rows recorded in it are then converted to
 * another currency. A trip may come back to a currency, and leave it again.
 */
export interface CurrencyPeriodEnd {
  /** ISO instant in UTC; no two periods of a trip have the same one. */
  at: string;
  to: string;
  /** What one unit of the currency that was left is worth in `to`. */
  value: string;
  /**
   * The time at which the trip had the currency is not known: all rows recorded in the currency are converted from this
   * period on.
   */
  isUndated?: true | undefined;
}

/** A time during which a trip had one currency. A trip's periods are in the order in which they ended. */
export interface CurrencyPeriod extends CurrencyPeriodEnd {
  currency: string;
  /** The index of the period that this one leads to; the number of periods stands for the trip's current currency. */
  next: number;
}

/** The fields from which the currency period of a row is found. */
export interface RecordedMoney {
  currency: string;
  rate: Rate | null;
  /** ISO instant in UTC; absent: the row is being recorded now. */
  createdAt?: string | undefined;
}

export function currencyPeriodsOf({ currency: now, formerCurrencies }: TripCurrency): CurrencyPeriod[] {
  const left = formerCurrencies
    .flatMap(({ currency, left: leaves = [] }) => leaves.map((leave) => ({ currency, ...leave })))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1));
  return left.map(({ currency, at, to, value, isUndated }, index) => {
    const found = left.findIndex((other, later) => later > index && other.currency === to);
    if (found !== -1) return { currency, at, to, value, isUndated, next: found };
    // A currency period leads to no later one only in a file from another service; then the currency's own rate leads
    // to the current currency.
    const own = formerCurrencies.find((former) => former.currency === currency);
    const rate = to === now ? value : (own?.value ?? value);
    return { currency, at, to: now, value: rate, isUndated, next: left.length };
  });
}

/** The currency into which a row's amount was converted when it was recorded: the trip's currency at that time. */
export function recordedCurrency({ currency, rate }: Pick<RecordedMoney, "currency" | "rate">): string {
  return rate?.to ?? currency;
}

/**
 * Returns the index of the currency period in which a row was recorded; the number of periods stands for now. null: the
 * trip had the row's currency before, but the time is not known.
 */
export function currencyPeriodOf(
  now: string,
  stays: readonly CurrencyPeriod[],
  row: RecordedMoney,
): number | null {
  const reached = recordedCurrency(row);
  const own = stays.flatMap((stay, index) => (stay.currency === reached ? [{ at: stay.at, index }] : []));
  const { createdAt } = row;
  const then = createdAt === undefined ? undefined : own.find(({ at }) => createdAt <= at);
  if (then) return then.index;
  if (reached === now) return stays.length;
  return own.at(-1)?.index ?? null;
}

/**
 * Returns the rates that convert from a currency period to the trip's current currency, to be applied one after the
 * other.
 */
export function ratesToCurrentCurrency(stays: readonly CurrencyPeriod[], from: number): string[] {
  const rates: string[] = [];
  for (let stay = stays[from]; stay; stay = stays[stay.next]) rates.push(stay.value);
  return rates;
}
