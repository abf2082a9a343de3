"use client";

import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { OpeningHours } from "#lib/shared/opening-hours.ts";
import { hoursRuns, type HoursRun, WEEKDAYS, weekdayName } from "./weekdays.ts";

/**
 * Returns a function that describes opening hours: "Mon–Fri 09:00–17:00, Sat 10:00–14:00". It also takes the field
 * `hours` of a change.
 */
export function useHoursText(): (hours: unknown) => string {
  const t = useTranslations("trip-details");
  const locale = intlLocales[useFormats().locale];

  function days({ first, last }: HoursRun): string {
    if (first === WEEKDAYS[0] && last === WEEKDAYS.at(-1)) return t("hours.daily");
    const [from, to] = [weekdayName(first, locale), weekdayName(last, locale)];
    return first === last ? from : t("hours.range", { from, to });
  }

  return (hours) => {
    if (!isHours(hours)) return "";
    const runs = hoursRuns(hours);
    if (runs.length === 0) return t("hours.never");
    const said = runs.map((run) => {
      const spans = run.spans.map(({ opens, closes }) => `${opens}–${closes}`).join(t("hours.and"));
      return `${days(run)} ${spans}`;
    });
    return said.join(t("hours.comma"));
  };
}

/** Values come from the service or from this page's own editor, so this check is enough. */
function isHours(value: unknown): value is OpeningHours {
  return typeof value === "object" && value !== null;
}
