"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useClock } from "#app/_i18n/use-clock.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";

const MINUTE_MS = 60_000;

/** "just now", "12 min ago" for a week, then the day; the same words where the server renders and where the browser takes over. */
export function useWhen(): (instant: string) => string {
  const t = useTranslations("account");
  const formats = useFormats();
  const now = useClock();
  return (instant) =>
    Math.abs(now - Date.parse(instant)) < MINUTE_MS ? t("justNow") : formats.ago(instant, now);
}
