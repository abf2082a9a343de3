"use client";

import { useLocale } from "next-intl";
import { useMemo } from "react";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useUnits } from "#app/_shell/units.tsx";
import type { StreetImageDto } from "#lib/shared/street-view.ts";
import { formatDistance } from "../../_model/measures.ts";

const DIRECTIONS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"] as const;

/** Returns one of eight directions for degrees clockwise from north. */
export function directionOf(heading: number): (typeof DIRECTIONS)[number] {
  return DIRECTIONS[Math.round(heading / 45) % 8] ?? "n";
}

/** Returns functions that describe a photo: its direction, date and distance. */
export function usePhotoWords() {
  const t = useTranslations("trip-street");
  const locale = useLocale();
  const [units] = useUnits();
  return useMemo(() => {
    const month = dateFormat(intlLocales[locale], { month: "short" });
    const date = dateFormat(intlLocales[locale], { month: "short", day: "numeric" });
    const distance = (meters: number) => formatDistance(meters, locale, units);
    const words = {
      distance,
      away: ({ distanceMeters }: StreetImageDto) => t("away", { distance: distance(distanceMeters) }),
      facing: ({ heading }: StreetImageDto) =>
        t(heading === null ? "facing.unknown" : `facing.${directionOf(heading)}`),
      /** Returns the direction, for example "NE"; null if it is unknown. */
      short: ({ heading }: StreetImageDto) => (heading === null ? null : t(`short.${directionOf(heading)}`)),
      month: ({ capturedAt }: StreetImageDto) => (capturedAt ? month.format(Date.parse(capturedAt)) : ""),
      date: ({ capturedAt }: StreetImageDto) =>
        capturedAt ? date.format(Date.parse(capturedAt)) : t("unknownDate"),
    };
    return {
      ...words,
      /** Returns the text below the direction: kind, date and distance. */
      below: (image: StreetImageDto) =>
        [image.kind === "panorama" ? t("panorama") : null, words.date(image), words.away(image)]
          .filter((part) => part !== null)
          .join(" · "),
      /** Returns all facts about a photo as one line of text. */
      line: (image: StreetImageDto) =>
        [
          words.facing(image),
          image.kind === "panorama" ? t("panorama") : null,
          words.month(image) || null,
          words.away(image),
        ]
          .filter((part) => part !== null)
          .join(", "),
    };
  }, [t, locale, units]);
}

/** Dates are formatted in UTC: photos contain no time zone, and half a day makes no difference here. */
function dateFormat(locale: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { year: "numeric", timeZone: "UTC", ...parts });
}
