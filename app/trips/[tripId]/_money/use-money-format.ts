"use client";

import { useMemo } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTrip } from "#lib/client/trip-context.tsx";
import {
  type CurrencySign,
  formatMoney,
  formatRate,
  type MoneyValue,
  currencySign,
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

const NONE: readonly string[] = [];

/**
 * Money in the reader's language; currencies of this trip that share a sign are told apart ("US$20", "CLP 20").
 * @param shown others that stand beside them; the same array each time
 */
export function useMoneyFormat(shown: readonly string[] = NONE): MoneyFormat {
  const { locale } = useFormats();
  const used = useTrip(currenciesOf);
  return useMemo(
    () => formatOf(intlLocales[locale], [...new Set([...used, ...shown])]),
    [locale, used, shown],
  );
}

let newest: { key: string; format: MoneyFormat } | null = null;

/** The same one for all rows of a list. */
function formatOf(locale: string, currencies: readonly string[]): MoneyFormat {
  const key = [locale, ...currencies].join(" ");
  if (newest?.key !== key) newest = { key, format: makeFormat(locale, currencies) };
  return newest.format;
}

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

function currenciesOf(trip: TripDto): string[] {
  const found = currencies.get(trip) ?? findCurrencies(trip);
  currencies.set(trip, found);
  return found;
}

/** Each once, the trip's first. */
function findCurrencies({ currency, formerCurrencies, expenses, settlements }: TripDto): string[] {
  const all = [
    currency,
    ...formerCurrencies.map((former) => former.currency),
    ...expenses.map(({ money }) => money.currency),
    ...settlements.map((settlement) => settlement.currency),
  ];
  return [...new Set(all)];
}
