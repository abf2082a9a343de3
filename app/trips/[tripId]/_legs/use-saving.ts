"use client";

import { useLocale } from "next-intl";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useUnits } from "#app/_shell/units.tsx";
import type { DayOrder } from "#lib/shared/day-order.ts";
import { formatDistance, splitMinutes } from "../_model/measures.ts";

/** Returns a function that describes a saving: "Saves 25 min and 6.2 km on the way." A faster order may be longer. */
export function useSavingText(): (found: DayOrder) => string {
  const t = useTranslations("trip");
  const [units] = useUnits();
  const locale = useLocale();
  return ({ before, after, isEstimated }) => {
    const meters = before.meters - after.meters;
    const said = (minutes: number) => t("duration", splitMinutes(isEstimated ? guessed(minutes) : minutes));
    const values = {
      time: said(before.minutes - after.minutes),
      from: said(before.minutes),
      to: said(after.minutes),
      distance: formatDistance(Math.abs(meters), locale, units),
      more: meters < 0 ? "yes" : "no",
    };
    return isEstimated ? t("order.savesAbout", values) : t("order.saves", values);
  };
}

/** Rounds an estimate to five minutes, like the estimates of the legs it is made of. */
function guessed(minutes: number): number {
  return minutes < 10 ? minutes : Math.round(minutes / 5) * 5;
}
