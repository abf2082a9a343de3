import type { FormerCurrency, TripCurrency } from "./balances.ts";
import { chainRates, inverseRate, type Rate } from "./rates.ts";

/**
 * A trip in another currency. What was recorded by the one of now, or by those before it, leads on through its rate.
 * @param rate what one unit of the currency of now is worth in the new one
 * @returns null where a rate, or the way back, would be too large or too small to be kept
 */
export function withCurrency({ currency, formerCurrencies }: TripCurrency, rate: Rate): TripCurrency | null {
  const { to, ...step } = rate;
  const others = formerCurrencies.filter((former) => former.currency !== to);
  const all = present([...others.map((former) => onwards(former, step.value)), { currency, ...step }]);
  return all?.every(({ value }) => inverseRate(value) !== null)
    ? { currency: to, formerCurrencies: all }
    : null;
}

/**
 * A trip whose change of currency is taken back. Its rates of then are as they were, to the digit; what was recorded
 * since is reached by the way back of the rate that led here.
 * @param before of the same trip, earlier
 * @param spare what one unit of the currency of now is worth in the old one, where the trip itself does not say it
 * @returns null where no rate leads back
 */
export function backToCurrency(
  now: TripCurrency,
  before: TripCurrency,
  spare: Rate | null,
): TripCurrency | null {
  if (now.currency === before.currency) return now;
  const known = new Set([before.currency, ...before.formerCurrencies.map(({ currency }) => currency)]);
  const back = wayBack(now, before, spare);
  if (!back) return null;
  const { to: _, ...step } = back;
  const others = now.formerCurrencies.map(
    (former) => [former.currency, onwards(former, step.value)] as const,
  );
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

/** null where one is missing. */
function present<T>(list: readonly (T | null)[]): T[] | null {
  const there = list.filter((each) => each !== null);
  return there.length === list.length ? there : null;
}
