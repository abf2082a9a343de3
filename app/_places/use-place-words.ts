"use client";

import { useLocale } from "next-intl";
import { useMemo } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { PlaceDto } from "#lib/shared/places.ts";

/** How a place is told from others of its name. */
export function usePlaceWords() {
  const t = useTranslations("places");
  const locale = useLocale();
  return useMemo(() => {
    const countries = new Intl.DisplayNames(intlLocales[locale], { type: "region" });
    const around = ({ kind, region, countryCode }: PlaceDto) => {
      const country = countryCode && kind !== "country" ? countries.of(countryCode) : null;
      return [...new Set([region, country])].filter((part): part is string => Boolean(part));
    };
    return {
      /** "City · Kyoto · Japan" */
      about: (place: PlaceDto) =>
        [
          t(place.isView ? "kind.view" : `kind.${place.kind}`),
          ...(place.address ? [place.address] : around(place)),
        ].join(" · "),
      /** Where it is, its name aside. */
      around: (place: PlaceDto) => (place.address ?? around(place).join(", ")).slice(0, ADDRESS_LIMIT),
      /** What stands for it where there is room for one line; empty for a mere point. */
      address: (place: PlaceDto) => {
        if (place.kind === "point") return place.address ?? "";
        return (place.address ?? [...new Set([place.name, ...around(place)])].join(", ")).slice(
          0,
          ADDRESS_LIMIT,
        );
      },
    };
  }, [t, locale]);
}
const ADDRESS_LIMIT = 300;
