"use client";

import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { zoneComparisonDates, hasSameLocalTimes } from "#lib/shared/wall-clock.ts";
import { zoneName } from "../_model/wall-time.ts";

/** Returns the name of the trip's time zone if its time differs from the reader's during the trip, else null. */
export function useForeignZone(): string | null {
  const { locale, zone: mine, today } = useFormats();
  const { timezone, ...dates } = useTrip((trip) => ({
    timezone: trip.timezone,
    startDate: trip.startDate,
    endDate: trip.endDate,
  }));
  const isSame = hasSameLocalTimes(timezone, mine, zoneComparisonDates(dates, today()));
  return isSame ? null : zoneName(timezone, intlLocales[locale]);
}
