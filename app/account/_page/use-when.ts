"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useClock } from "#app/_i18n/use-clock.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";

const MINUTE_MS = 60_000;

/**
 * Returns a function that writes an instant as "just now" or "12 min ago" for a week, and then as a date. Server and
 * browser render the same text.
 */
export function useRelativeTime(): (instant: string) => string {
  const t = useTranslations("account");
  const formats = useFormats();
  const now = useClock();
  return (instant) =>
    Math.abs(now - Date.parse(instant)) < MINUTE_MS ? t("justNow") : formats.ago(instant, now);
}
