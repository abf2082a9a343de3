"use client";

import { useMemo } from "react";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { TripCurrency } from "#lib/shared/balances.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { currencyExponent } from "#lib/shared/money.ts";
import type { Rate } from "#lib/shared/rates.ts";
import { useMoneyFormat } from "../_base/money/use-money-format.ts";

/** The maximum number of currencies that are named. */
const MOST = 8;

type RateNotesProps = { expenses: readonly ExpenseDto[]; trip: TripCurrency };

/** Names the exchange rates that foreign amounts are converted with. */
export function RateNotes({ expenses, trip }: RateNotesProps) {
  const t = useTranslations("trip-money");
  const words = useRateWords();
  const { notes, isMixed } = useMemo(() => newestRates(expenses), [expenses]);
  const former = trip.formerCurrencies
    .filter(({ currency }) => currency !== trip.currency)
    .map(({ currency, ...rate }) => ({ currency, rate: { ...rate, to: trip.currency } }));
  if (notes.length + former.length === 0) return null;
  return (
    <div className="mt-4 space-y-0.5 text-xs text-text-3">
      {notes.slice(0, MOST).map(({ currency, rate }) => (
        <p key={currency}>{words(currency, rate)}</p>
      ))}
      {former.map(({ currency, rate }) => (
        <p key={`former-${currency}`}>{t("rate.former", { rate: words(currency, rate) })}</p>
      ))}
      <p>{t(isMixed ? "rate.keptNewest" : "rate.kept")}</p>
    </div>
  );
}

/** Returns a function that formats a rate, for example "€1 = ¥171.40, ECB of 2 Sep". */
export function useRateWords(): (currency: string, rate: Rate) => string {
  const t = useTranslations("trip-money");
  const formats = useFormats();
  const format = useMoneyFormat();
  return (currency, { to, value, source, date }) =>
    t("rate.line", {
      one: format.money({ amount: 10 ** currencyExponent(currency), currency }),
      other: format.rate(value, to),
      source: t(`rate.source.${source}`, { date: formats.day(date) }),
    });
}

/** Returns the newest rate of each currency, and whether any currency has several rates. */
function newestRates(expenses: readonly ExpenseDto[]) {
  const newest = new Map<string, Rate>();
  let isMixed = false;
  for (const { money, rate } of expenses) {
    if (!rate) continue;
    const known = newest.get(money.currency);
    if (known && known.value !== rate.value) isMixed = true;
    if (!known || rate.date > known.date) newest.set(money.currency, rate);
  }
  return { notes: [...newest].map(([currency, rate]) => ({ currency, rate })), isMixed };
}
