"use client";

import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { usePlaceWords } from "#app/_places/use-place-words.ts";
import { newId } from "#lib/client/base/ids.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { NewStop } from "#lib/shared/stops.ts";
import { zoneComparisonDates } from "#lib/shared/wall-clock.ts";
import { stopOfPlace } from "../_model/plan/stop-of-place.ts";
import { useUndoToast, useWrites } from "../_base/writes.tsx";
import type { Row } from "./rows.ts";

const NAME_LIMIT = 200;

/** Returns a function that adds rows in their order to a day or to Ideas, as one write with one undo. */
export function useAddPasted(dayId: string | null): (rows: readonly Row[]) => void {
  const t = useTranslations("paste");
  const tTrip = useTranslations("trip");
  const formats = useFormats();
  const words = usePlaceWords();
  const writes = useWrites();
  const undoToast = useUndoToast();
  const { days, timezone, ...dates } = useTrip((trip) => ({
    days: trip.days,
    timezone: trip.timezone,
    startDate: trip.startDate,
    endDate: trip.endDate,
  }));
  const day = days.find(({ id }) => id === dayId) ?? null;
  const clock = day && { zone: day.timezone ?? timezone, ...zoneComparisonDates(dates, formats.today()) };

  function stopOf({ part: { name, place, startTime, endTime } }: Row): NewStop {
    const found = place ? stopOfPlace(place, words.address(place), clock) : {};
    const times = day ? { startTime, endTime } : {};
    return { ...found, id: newId(), dayId: day?.id ?? null, name: name.slice(0, NAME_LIMIT), ...times };
  }
  return (rows) => {
    const where = day ? formats.day(day.date, { weekday: true }) : tTrip("ideas");
    undoToast(t("added", { count: rows.length, where }), writes.addStops(rows.map(stopOf)));
  };
}
