import { currencyCodes } from "#lib/shared/money.ts";

export interface CurrencyOption {
  code: string;
  /** In the reader's language. */
  name: string;
}

const SHOWN = 40;

/** All currencies; `first` before the others, in their order. */
export function currencyOptions(locale: string, first: readonly string[]): CurrencyOption[] {
  const names = new Intl.DisplayNames(locale, { type: "currency" });
  return [...new Set([...first, ...currencyCodes()])].map((code) => ({ code, name: names.of(code) ?? code }));
}

/** By code or name; those whose code begins so come first. */
export function matchingCurrencies(options: readonly CurrencyOption[], query: string): CurrencyOption[] {
  const wanted = query.normalize("NFKC").trim().toLowerCase();
  const found = options.filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(wanted));
  const rank = ({ code }: CurrencyOption) => (code.toLowerCase().startsWith(wanted) ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, SHOWN);
}

interface Used {
  money: { currency: string };
}

/** The trip's own, then those of the newest expenses, then the person's. */
export function usualCurrencies(
  tripCurrency: string,
  newest: readonly Used[],
  own: string | null,
): readonly string[] {
  const used = newest.map(({ money }) => money.currency);
  return [...new Set([tripCurrency, ...used, ...(own === null ? [] : [own])])];
}
