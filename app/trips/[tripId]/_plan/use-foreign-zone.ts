"use client";

import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTrip } from "#lib/client/trip-context.tsx";
import { wallInstant } from "#lib/shared/wall-clock.ts";
import { sameClock, zoneName } from "./wall-time.ts";

/** The name of the trip's zone when its clock differs from the reader's during the trip, else null. */
export function useForeignZone(): string | null {
  const { locale, zone: mine, today } = useFormats();
  const { timezone, startDate } = useTrip((trip) => ({ timezone: trip.timezone, startDate: trip.startDate }));
  const noon = wallInstant({ date: startDate ?? today(), time: "12:00" }, timezone);
  return sameClock(timezone, mine, noon) ? null : zoneName(timezone, intlLocales[locale]);
}
