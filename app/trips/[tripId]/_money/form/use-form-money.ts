"use client";

import { useMemo } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { makeFormat, type MoneyFormat } from "../../_model/money/money-format.ts";

/**
 * Returns the money format of a form: the form's currency and the trip's get different signs, even in a trip without
 * expenses.
 */
export function useFormMoney(currency: string, tripCurrency: string): MoneyFormat {
  const { locale } = useFormats();
  return useMemo(
    () => makeFormat(intlLocales[locale], [...new Set([currency, tripCurrency])]),
    [locale, currency, tripCurrency],
  );
}

/** Inserts commas between thousands, as both languages use them: "4,620" or "1,234.5". */
export function groupThousands(digits: string): string {
  const [whole = "", fraction] = digits.split(".");
  const shown = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? shown : `${shown}.${fraction}`;
}
