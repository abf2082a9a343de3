"use client";

import { useLocale } from "next-intl";
import { useMemo } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { OfferedPlace, PlannedVisit } from "#lib/client/places/planned-places.ts";
import type { PlaceDto } from "#lib/shared/places.ts";

/** Returns functions for texts that distinguish places of the same name. */
export function usePlaceWords() {
  const t = useTranslations("places");
  const locale = useLocale();
  const formats = useFormats();
  return useMemo(() => {
    const countries = new Intl.DisplayNames(intlLocales[locale], { type: "region" });
    const around = ({ kind, region, countryCode }: PlaceDto) => {
      const country = countryCode && kind !== "country" ? countries.of(countryCode) : null;
      return [...new Set([region, country])].filter((part): part is string => Boolean(part));
    };
    const where = (place: PlaceDto) => (place.address ? [place.address] : around(place));
    const sort = ({ kind, isView, category }: PlaceDto) =>
      category ? t(`category.${category}`) : t(isView ? "kind.view" : `kind.${kind}`);
    const when = ({ date, time, isBooking }: PlannedVisit) =>
      [
        date ? formats.day(date, { weekday: true }) : t(isBooking ? "planned.booking" : "planned.idea"),
        ...(time ? [time] : []),
      ].join(" · ");
    return {
      /**
       * A text such as "City · Kyoto · Japan" or "Restaurant · Rua de Belém, Lisboa"; for a place of the plan "Sun 6
       * Dec · 10:00".
       */
      about: (place: OfferedPlace) =>
        place.planned ? when(place.planned) : [sort(place), ...where(place)].join(" · "),
      /** The location of a place without its name. */
      around: (place: PlaceDto) => (place.address ?? around(place).join(", ")).slice(0, ADDRESS_LIMIT),
      /** A location for one line; empty for a mere point. */
      address: (place: OfferedPlace) => {
        if (place.kind === "point" || place.planned) return place.address ?? "";
        return (place.address ?? [...new Set([place.name, ...around(place)])].join(", ")).slice(
          0,
          ADDRESS_LIMIT,
        );
      },
    };
  }, [t, locale, formats]);
}
const ADDRESS_LIMIT = 300;
