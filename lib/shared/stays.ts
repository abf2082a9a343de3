import type { TripCurrency } from "./balances.ts";
import type { Rate } from "./rates.ts";

/**
 * How a trip left a currency in which something was recorded: what stood in it then goes on in another one. A trip may
 * come back to a currency, and leave it again.
 */
export interface Leave {
  /** ISO instant in UTC; no two of a trip are the same. */
  at: string;
  to: string;
  /** What one unit of the currency that was left is worth in `to`. */
  value: string;
  /** Nothing says when the currency was the trip's: what was recorded in it leads on from here. */
  isUndated?: true | undefined;
}

/** A time in which a trip had one currency. They are in the order in which they ended. */
export interface Stay extends Leave {
  currency: string;
  /** Index of the stay that it leads to; as many as there are stays: the trip's currency of now. */
  next: number;
}

/** What tells in which stay a row was recorded. */
export interface Recorded {
  currency: string;
  rate: Rate | null;
  /** ISO instant in UTC; absent: just now. */
  createdAt?: string | undefined;
}

export function staysOf({ currency: now, formerCurrencies }: TripCurrency): Stay[] {
  const left = formerCurrencies
    .flatMap(({ currency, left: leaves = [] }) => leaves.map((leave) => ({ currency, ...leave })))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1));
  return left.map(({ currency, at, to, value, isUndated }, index) => {
    const found = left.findIndex((other, later) => later > index && other.currency === to);
    if (found !== -1) return { currency, at, to, value, isUndated, next: found };
    // Only a file from elsewhere leads nowhere: its currency's own rate leads to that of now.
    const own = formerCurrencies.find((former) => former.currency === currency);
    const rate = to === now ? value : (own?.value ?? value);
    return { currency, at, to: now, value: rate, isUndated, next: left.length };
  });
}

/** The currency that a row was counted in when it was recorded: the trip's of then. */
export function reachedBy({ currency, rate }: Pick<Recorded, "currency" | "rate">): string {
  return rate?.to ?? currency;
}

/**
 * Index of the stay in which a row was recorded; as many as there are stays: now; null: its currency was the trip's
 * before, and nothing says when.
 */
export function stayOf(now: string, stays: readonly Stay[], row: Recorded): number | null {
  const reached = reachedBy(row);
  const own = stays.flatMap((stay, index) => (stay.currency === reached ? [{ at: stay.at, index }] : []));
  const { createdAt } = row;
  const then = createdAt === undefined ? undefined : own.find(({ at }) => createdAt <= at);
  if (then) return then.index;
  if (reached === now) return stays.length;
  return own.at(-1)?.index ?? null;
}

/** The rates by which a stay leads to the trip's currency of now, one after the other. */
export function ratesOnward(stays: readonly Stay[], from: number): string[] {
  const rates: string[] = [];
  for (let stay = stays[from]; stay; stay = stays[stay.next]) rates.push(stay.value);
  return rates;
}
