import type { TripCurrency } from "./balances.ts";
import type { Rate } from "./rates.ts";

/**
 * How a trip left a currency in which rows were recorded: their sums are then converted to another currency. A trip may
 * come back to a currency, and leave it again.
 */
export interface CurrencyPeriodEnd {
  /** ISO instant in UTC; all of a trip's are different. */
  at: string;
  to: string;
  /** What one unit of the currency that was left is worth in `to`. */
  value: string;
  /** The time at which the trip had the currency is not known: all rows recorded in it are converted from here on. */
  isUndated?: true | undefined;
}

/** A time during which a trip had one currency. Stays are in the order in which they ended. */
export interface CurrencyPeriod extends CurrencyPeriodEnd {
  currency: string;
  /** Index of the stay that this one leads to; the number of stays stands for the trip's current currency. */
  next: number;
}

/** The fields from which the stay of a row is found. */
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
    // Only in a file from another service does a stay lead to no later one; then the currency's own rate leads to the
    // current currency.
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
 * Index of the stay in which a row was recorded; the number of stays stands for now. null: the trip had the row's
 * currency before, but the time is not known.
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

/** The rates that convert from a stay to the trip's current currency, to be applied one after the other. */
export function ratesToCurrentCurrency(stays: readonly CurrencyPeriod[], from: number): string[] {
  const rates: string[] = [];
  for (let stay = stays[from]; stay; stay = stays[stay.next]) rates.push(stay.value);
  return rates;
}
