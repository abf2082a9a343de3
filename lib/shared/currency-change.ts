import type { FormerCurrency, TripCurrency } from "./balances.ts";
import { chainRates, inverseRate, type Rate } from "./rates.ts";
import { type CurrencyPeriodEnd, currencyPeriodsOf } from "./currency-periods.ts";

/** The moment at which a trip leaves its current currency. */
export interface CurrencyChangeTime {
  /** ISO instant in UTC. */
  at: string;
  /** When the newest row that everybody sees was recorded; null: there is none. */
  newest: string | null;
}

/**
 * Returns the trip in another currency. Rows in the current currency or in earlier ones are converted through the new
 * rate.
 * @param rate what one unit of the current currency is worth in the new one
 * @returns null where a rate, or its inverse, would be too large or too small to store
 */
export function withCurrency(
  trip: TripCurrency,
  rate: Rate,
  leaving: CurrencyChangeTime,
): TripCurrency | null {
  const { to, ...step } = rate;
  const { currency } = trip;
  const others = trip.formerCurrencies.filter((former) => ![currency, to].includes(former.currency));
  const all = present([...others.map((former) => onwards(former, step.value)), { currency, ...step }]);
  const stays = withStay(trip, rate, leaving);
  if (!all?.every(({ value }) => inverseRate(value) !== null)) return null;
  const back: FormerCurrency = { currency: to, ...step, value: "1" };
  const formerCurrencies = [...all, back]
    .map((former) => withLeaves(former, stays))
    .filter((former) => former.currency !== to || former.left !== undefined);
  return { currency: to, formerCurrencies };
}

function withLeaves({ left: _, ...former }: FormerCurrency, stays: readonly Way[]): FormerCurrency {
  const left = stays
    .filter(({ currency }) => currency === former.currency)
    .map(({ at, to, value, isUndated }) => (isUndated ? { at, to, value, isUndated } : { at, to, value }));
  return left.length > 0 ? { ...former, left } : former;
}

type Way = CurrencyPeriodEnd & { currency: string };

/**
 * The maximum number of currency periods that are stored, which are times during which a trip had one currency. Rows
 * from before them are converted by their currency's own rate.
 */
const MOST_STAYS = 100;

/**
 * Returns the trip's currency periods with one more. If the trip comes back to a currency and nothing was recorded
 * since it left, the period in between is dropped as if the trip had never left.
 */
function withStay(trip: TripCurrency, { to, value }: Rate, { at, newest }: CurrencyChangeTime): Way[] {
  if (newest === null) return [];
  const stays: readonly Way[] = currencyPeriodsOf(trip);
  const left = stays.findLast(({ currency, isUndated }) => currency === to && !isUndated);
  if (left && newest <= left.at) return stays.filter((stay) => stay.at < left.at);
  const [before, now] = afterAll(stays, at);
  const added = pinned(trip, stays, before);
  return [...stays, ...added, { currency: trip.currency, at: now, to, value }].slice(-MOST_STAYS);
}

/**
 * Returns currency periods for currencies without a recorded time: until now they lead to the currency that the trip is
 * leaving.
 */
function pinned({ currency, formerCurrencies }: TripCurrency, stays: readonly Way[], at: string): Way[] {
  const dated = new Set([currency, ...stays.map((stay) => stay.currency)]);
  return formerCurrencies
    .filter((former) => !dated.has(former.currency))
    .map((former) => ({
      currency: former.currency,
      at,
      to: currency,
      value: former.value,
      isUndated: true as const,
    }));
}

/** Returns two instants after the ends of all currency periods, one just before the other. */
function afterAll(stays: readonly Way[], at: string): [string, string] {
  const last = Math.max(Date.parse(at), ...stays.map((stay) => Date.parse(stay.at) + 2));
  return [new Date(last - 1).toISOString(), new Date(last).toISOString()];
}

/**
 * Returns the trip after an undo of its change of currency. The earlier rates get exactly the digits that they had;
 * rows recorded after the change are converted by the inverse of its rate.
 * @param before the same trip, earlier
 * @param spare what one unit of the current currency is worth in the old one, used if the trip itself has no such rate
 * @returns null where no rate leads back
 */
export function undoCurrencyChange(
  now: TripCurrency,
  before: TripCurrency,
  spare: Rate | null,
): TripCurrency | null {
  if (now.currency === before.currency) return now;
  const known = new Set([before.currency, ...before.formerCurrencies.map(({ currency }) => currency)]);
  const back = wayBack(now, before, spare);
  if (!back) return null;
  const { to: _, ...step } = back;
  const others = now.formerCurrencies
    .filter(({ currency }) => currency !== now.currency)
    .map(({ left: _left, ...former }) => [former.currency, onwards(former, step.value)] as const);
  const all = [[now.currency, { currency: now.currency, ...step }] as const, ...others];
  const added = present(all.flatMap(([currency, former]) => (known.has(currency) ? [] : [former])));
  return added && { currency: before.currency, formerCurrencies: [...before.formerCurrencies, ...added] };
}

function wayBack(now: TripCurrency, before: TripCurrency, spare: Rate | null): Rate | null {
  const to = before.currency;
  const then = before.formerCurrencies.find(({ currency }) => currency === now.currency);
  if (then) return { to, value: then.value, source: then.source, date: then.date };
  const led = now.formerCurrencies.find(({ currency }) => currency === to);
  if (!led) return spare;
  const value = inverseRate(led.value);
  return value === null ? null : { to, value, source: led.source, date: led.date };
}

function onwards(former: FormerCurrency, rate: string): FormerCurrency | null {
  const value = chainRates(former.value, rate);
  return value === null ? null : { ...former, value };
}

/** Returns the list without nulls in its type; null if an entry is missing. */
function present<T>(list: readonly (T | null)[]): T[] | null {
  const there = list.filter((each) => each !== null);
  return there.length === list.length ? there : null;
}
