"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";

const FIELDS = ["candidates", "deadline", "dayId"] as const;
type DecisionField = (typeof FIELDS)[number];

export function isDecisionField(field: string): field is DecisionField {
  return FIELDS.some((each) => each === field);
}

/** Returns functions that format the values of a decision's fields for a sentence. */
export function useDecisionValue() {
  const t = useTranslations("trip");
  const formats = useFormats();
  const { stops, days } = useTrip((trip) => ({ stops: trip.stops, days: trip.days }));

  function text(field: DecisionField, value: unknown): string {
    if (Array.isArray(value)) return stopNames(value.map(String));
    if (typeof value !== "string") return t("nothing");
    if (field === "deadline") return formats.instant(value);
    const date = days.find(({ id }) => id === value)?.date;
    return date === undefined ? t("ideas") : formats.day(date, { weekday: true });
  }

  function stopNames(ids: readonly string[]): string {
    const names = ids.flatMap((id) => stops.find((stop) => stop.id === id)?.name ?? []);
    return names.length === 0 ? t("nothing") : formats.list(names);
  }

  return { text };
}
