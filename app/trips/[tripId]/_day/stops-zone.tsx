"use client";

import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { TextButton } from "#app/_ui/text-link.tsx";
import { usePlaceZone } from "#lib/client/places/places.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { DayDto } from "#lib/shared/days.ts";
import { wallInstant } from "#lib/shared/wall-clock.ts";
import { isSameWallTime, zoneName } from "../_model/wall-time.ts";

type StopsZoneProps = {
  day: DayDto;
  /** The day's time zone as chosen in the dialog. */
  zone: string;
  onUse: (zone: string) => void;
};

/**
 * Offers the time zone of the day's stops if it differs from the time zone of the day, which never changes by itself.
 */
export function StopsZoneOffer({ day, zone, onUse }: StopsZoneProps) {
  const t = useTranslations("trip");
  const { locale } = useFormats();
  const { tripId, own, place } = useTrip(({ id, stops }) => {
    const ofDay = stops.filter(({ dayId }) => dayId === day.id);
    return {
      tripId: id,
      own: ofDay.find(({ timezone }) => timezone !== null)?.timezone ?? null,
      place: ofDay.find((stop) => stop.place !== null)?.place ?? null,
    };
  });
  const found = usePlaceZone(own === null ? place : null, tripId);
  const there = own ?? found;
  if (there === null || isSameWallTime(there, zone, wallInstant({ date: day.date, time: "12:00" }, zone)))
    return null;
  return (
    <p role="status" className="-mt-2 text-sm text-text-2">
      {t("stopsZone", { zone: zoneName(there, intlLocales[locale]) })}{" "}
      <TextButton className="font-medium" onClick={() => onUse(there)}>
        {t("stopsZoneUse")}
      </TextButton>
    </p>
  );
}
