import {
  type CurrencySign,
  currencySign,
  formatMoney,
  formatRate,
  type MoneyValue,
} from "#lib/shared/money.ts";
import type { TripDto } from "#lib/shared/trips.ts";

export interface MoneyFormat {
  /** Formats "€12.34"; a negative amount has a minus sign, not a hyphen. */
  money: (value: MoneyValue) => string;
  /** Formats "+€12.34", "−€12.34" or "€0". */
  signed: (value: MoneyValue) => string;
  /** Formats a rate as "¥171.40", which is what one unit of another currency is worth. */
  rate: (value: string, currency: string) => string;
}

/**
 * Returns formats for amounts in a language. Currencies that share a sign get different ones.
 * @param currencies the currencies in use, the trip's own first
 */
export function makeFormat(locale: string, currencies: readonly string[]): MoneyFormat {
  const signs = signsOf(locale, currencies);
  const signOf = (code: string): CurrencySign => {
    const sign = signs.get(code) ?? signBeside(locale, code, currencies);
    signs.set(code, sign);
    return sign;
  };
  const plain = (value: MoneyValue) => formatMoney(value, locale, signOf(value.currency));
  const money = (value: MoneyValue) =>
    value.amount < 0 ? `−${plain({ ...value, amount: -value.amount })}` : plain(value);
  return {
    money,
    signed: (value) => (value.amount > 0 ? `+${plain(value)}` : money(value)),
    rate: (value, currency) => formatRate(value, currency, locale, signOf(currency)),
  };
}

let newest: { key: string; format: MoneyFormat } | null = null;

/** Returns the same as `makeFormat`, as one shared object for all rows of a list. */
export function moneyFormatOf(locale: string, currencies: readonly string[]): MoneyFormat {
  const key = [locale, ...currencies].join(" ");
  if (newest?.key !== key) newest = { key, format: makeFormat(locale, currencies) };
  return newest.format;
}

/**
 * Returns the sign of each currency. The first one, the trip's own, has its short sign; others that share a short
 * sign get a longer one or their code.
 */
function signsOf(locale: string, currencies: readonly string[]): Map<string, CurrencySign> {
  const short = currencies.map((code) => currencySign(code, locale, "narrowSymbol"));
  const signs = currencies.map((code, index): [string, CurrencySign] => {
    const isAlone = short.indexOf(short[index] ?? "") === short.lastIndexOf(short[index] ?? "");
    if (index === 0 || isAlone) return [code, "narrowSymbol"];
    return [code, short.includes(currencySign(code, locale, "symbol")) ? "code" : "symbol"];
  });
  return new Map(signs);
}

/**
 * Returns the sign of a currency that is not known to be in use, for example of an older expense that is loaded
 * later.
 */
function signBeside(locale: string, code: string, used: readonly string[]): CurrencySign {
  const short = new Set(used.map((each) => currencySign(each, locale, "narrowSymbol")));
  if (!short.has(currencySign(code, locale, "narrowSymbol"))) return "narrowSymbol";
  return short.has(currencySign(code, locale, "symbol")) ? "code" : "symbol";
}

// Caches the currencies of each trip, because each of many rows needs those of the same trip.
const currencies = new WeakMap<TripDto, string[]>();

/** Returns all currencies of the trip's amounts, each once, the trip's own first. */
export function currenciesOf(trip: TripDto): string[] {
  const found = currencies.get(trip) ?? findCurrencies(trip);
  currencies.set(trip, found);
  return found;
}

function findCurrencies(trip: TripDto): string[] {
  const costs = [...trip.stops, ...trip.reservations].flatMap(({ cost }) => (cost ? [cost.currency] : []));
  const all = [
    trip.currency,
    ...trip.formerCurrencies.map((former) => former.currency),
    ...trip.expenses.map(({ money }) => money.currency),
    ...trip.settlements.map((settlement) => settlement.currency),
    ...costs,
  ];
  return [...new Set(all)];
}
