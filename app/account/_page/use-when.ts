"use client";

import { useClock } from "#app/_i18n/use-clock.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";

/** "12 min ago" for a week, then the day; the same words where the server renders and where the browser takes over. */
export function useWhen(): (instant: string) => string {
  const formats = useFormats();
  const now = useClock();
  return (instant) => formats.ago(instant, now);
}
