"use client";

import { useLocale } from "next-intl";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useUnits } from "#app/_shell/units.tsx";
import { EXACT_MIN, type Leg } from "#lib/shared/legs.ts";
import { formatDistance, splitMinutes } from "../_plan/measures.ts";

/** A router's word, or a walk so short that there is little to guess. */
export function isExact({ mode, minutes, isRouted }: Pick<Leg, "mode" | "minutes" | "isRouted">): boolean {
  return isRouted === true || (mode === "walk" && minutes !== null && minutes < EXACT_MIN);
}

/** "11 min, 850 m" on foot or by a router, "about 25 min, 6.2 km" where it is a guess. */
export function useLegWords(): (leg: Leg) => string {
  const t = useTranslations("trip");
  const [units] = useUnits();
  const locale = useLocale();
  return ({ mode, meters, minutes, isRouted }) => {
    const distance = formatDistance(meters, locale, units);
    if (minutes === null) return t("legFar", { distance });
    const time = t("duration", splitMinutes(minutes));
    if (mode === "walk") {
      return t(isExact({ mode, minutes, isRouted }) ? "legWalk" : "legWalkAbout", { time, distance });
    }
    return isRouted ? t("legRouted", { time, distance }) : t("legRide", { time, distance });
  };
}
