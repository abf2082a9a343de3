"use client";

import { useMemo } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTrip } from "#lib/client/trip-context.tsx";
import { currenciesOf, type MoneyFormat, moneyFormatOf } from "./money-format.ts";

const NONE: readonly string[] = [];

/**
 * Money in the reader's language; currencies of this trip that share a sign are told apart ("US$20", "CLP 20").
 * @param shown others that stand beside them; the same array each time
 */
export function useMoneyFormat(shown: readonly string[] = NONE): MoneyFormat {
  const { locale } = useFormats();
  const used = useTrip(currenciesOf);
  return useMemo(
    () => moneyFormatOf(intlLocales[locale], [...new Set([...used, ...shown])]),
    [locale, used, shown],
  );
}
