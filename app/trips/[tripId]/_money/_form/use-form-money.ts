"use client";

import { useMemo } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { makeFormat, type MoneyFormat } from "../money-format.ts";

/** Money of a form: its currency is told apart from the trip's, also before the trip has anything in it. */
export function useFormMoney(currency: string, tripCurrency: string): MoneyFormat {
  const { locale } = useFormats();
  return useMemo(
    () => makeFormat(intlLocales[locale], [...new Set([currency, tripCurrency])]),
    [locale, currency, tripCurrency],
  );
}

/** "4620" or "1234.5" with a comma between thousands, as both languages write them. */
export function grouped(digits: string): string {
  const [whole = "", fraction] = digits.split(".");
  const shown = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? shown : `${shown}.${fraction}`;
}
