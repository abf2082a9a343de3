import {
  type CurrencySign,
  currencySign,
  formatMoney,
  formatRate,
  type MoneyValue,
} from "#lib/shared/money.ts";
import type { TripDto } from "#lib/shared/trips.ts";

export interface MoneyFormat {
  /** "€12.34"; below 0 with a minus, not a hyphen. */
  money: (value: MoneyValue) => string;
  /** "+€12.34", "−€12.34", "€0". */
  signed: (value: MoneyValue) => string;
  /** "¥171.40": what one unit of another currency is worth. */
  rate: (value: string, currency: string) => string;
}

/**
 * Money in a language, with the signs that these currencies share told apart.
 * @param currencies the trip's first
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

/** The same as `makeFormat`, and the same one for all rows of a list. */
export function moneyFormatOf(locale: string, currencies: readonly string[]): MoneyFormat {
  const key = [locale, ...currencies].join(" ");
  if (newest?.key !== key) newest = { key, format: makeFormat(locale, currencies) };
  return newest.format;
}

/** The trip's, which is the first, has its short sign; others that share one have a longer one, or none but their code. */
function signsOf(locale: string, currencies: readonly string[]): Map<string, CurrencySign> {
  const short = currencies.map((code) => currencySign(code, locale, "narrowSymbol"));
  const signs = currencies.map((code, index): [string, CurrencySign] => {
    const isAlone = short.indexOf(short[index] ?? "") === short.lastIndexOf(short[index] ?? "");
    if (index === 0 || isAlone) return [code, "narrowSymbol"];
    return [code, short.includes(currencySign(code, locale, "symbol")) ? "code" : "symbol"];
  });
  return new Map(signs);
}

/** Of one that is not among those that are known to be in use, such as of an expense that is read later. */
function signBeside(locale: string, code: string, used: readonly string[]): CurrencySign {
  const short = new Set(used.map((each) => currencySign(each, locale, "narrowSymbol")));
  if (!short.has(currencySign(code, locale, "narrowSymbol"))) return "narrowSymbol";
  return short.has(currencySign(code, locale, "symbol")) ? "code" : "symbol";
}

// Each of many rows asks for those of the same trip.
const currencies = new WeakMap<TripDto, string[]>();

/** All that the trip names sums in, each once, the trip's own first. */
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
