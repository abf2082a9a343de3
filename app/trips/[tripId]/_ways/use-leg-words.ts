"use client";

import { useLocale } from "next-intl";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useUnits } from "#app/_shell/units.tsx";
import type { Leg } from "#lib/shared/legs.ts";
import { formatDistance, splitMinutes } from "../_plan/measures.ts";

/** "11 min, 850 m" on foot or by a router, "about 25 min, 6.2 km" where it is a guess. */
export function useLegWords(): (leg: Leg) => string {
  const t = useTranslations("trip");
  const [units] = useUnits();
  const locale = useLocale();
  return ({ mode, meters, minutes, isRouted }) => {
    const distance = formatDistance(meters, locale, units);
    if (minutes === null) return t("legFar", { distance });
    const time = t("duration", splitMinutes(minutes));
    if (mode === "walk") return t("legWalk", { time, distance });
    return isRouted ? t("legRouted", { time, distance }) : t("legRide", { time, distance });
  };
}
