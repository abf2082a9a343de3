"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { TransitPart } from "#lib/shared/day-legs.ts";

/** Returns a function that names a line, for example "Tram 15E", or "Tram" if the line is unknown. */
export function useLineName(): (part: Pick<TransitPart, "mode" | "line">) => string {
  const t = useTranslations("trip");
  return ({ mode, line }) => {
    const by = t(`rideMode.${mode}`);
    return line === undefined ? by : t("rideLine", { mode: by, line });
  };
}
