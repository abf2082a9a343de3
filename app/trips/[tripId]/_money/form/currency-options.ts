import { currencyCodes } from "#lib/shared/money.ts";

export interface CurrencyOption {
  code: string;
  /** The name in the reader's language. */
  name: string;
}

const SHOWN = 40;

/** Returns all currencies; those in `first` come before the others, in their order. */
export function currencyOptions(locale: string, first: readonly string[]): CurrencyOption[] {
  const names = new Intl.DisplayNames(locale, { type: "currency" });
  return [...new Set([...first, ...currencyCodes()])].map((code) => ({ code, name: names.of(code) ?? code }));
}

/** Finds currencies by code or name; those whose code starts with the query come first. */
export function matchingCurrencies(options: readonly CurrencyOption[], query: string): CurrencyOption[] {
  const wanted = query.normalize("NFKC").trim().toLowerCase();
  const found = options.filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(wanted));
  const rank = ({ code }: CurrencyOption) => (code.toLowerCase().startsWith(wanted) ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, SHOWN);
}

interface Used {
  money: { currency: string };
}

/** Returns the trip's currency, then those of its newest expenses, then the user's default. */
export function usualCurrencies(
  tripCurrency: string,
  newest: readonly Used[],
  own: string | null,
): readonly string[] {
  const used = newest.map(({ money }) => money.currency);
  return [...new Set([tripCurrency, ...used, ...(own === null ? [] : [own])])];
}
