"use client";

import { useMemo } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { currenciesOf, type MoneyFormat, moneyFormatOf } from "../../_model/money/money-format.ts";

const NONE: readonly string[] = [];

/**
 * Formats money in the reader's language; currencies of this trip that share a sign get different ones ("US$20", "CLP
 * 20").
 * @param shown other currencies that appear beside those of the trip; must be the same array in each render
 */
export function useMoneyFormat(shown: readonly string[] = NONE): MoneyFormat {
  const { locale } = useFormats();
  const used = useTrip(currenciesOf);
  return useMemo(
    () => moneyFormatOf(intlLocales[locale], [...new Set([...used, ...shown])]),
    [locale, used, shown],
  );
}
