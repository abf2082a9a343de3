"use client";

import { Eye, Lightbulb, MapPin } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useClock } from "#app/_i18n/use-clock.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { dateInZone, daysBetween } from "#lib/shared/dates.ts";
import type { TripSummary } from "#lib/shared/trips.ts";

/** The dates and the destination in one line. */
export function TripFacts({ trip }: { trip: TripSummary }) {
  const t = useTranslations("trips");
  const formats = useFormats();
  const now = useClock();
  const { startDate, endDate } = trip;
  const facts =
    startDate && endDate
      ? [formats.range(startDate, endDate), dayOfTrip(trip, now, t), placeOf(trip)]
      : [
          t("placesSaved", { count: trip.stopCount }),
          placeOf(trip),
          t("changed", { when: formats.ago(trip.updatedAt, now) }),
        ];
  return <span className="text-sm text-text-3">{facts.filter(Boolean).join(" · ")}</span>;
}

function dayOfTrip(
  trip: TripSummary,
  now: number,
  t: ReturnType<typeof useTranslations<"trips">>,
): string | null {
  if (trip.status !== "ongoing" || !trip.startDate || !trip.endDate) return null;
  const day = daysBetween(trip.startDate, dateInZone(new Date(now), trip.timezone)) + 1;
  return t("dayOf", { day, days: daysBetween(trip.startDate, trip.endDate) + 1 });
}

/** Returns the destination, unless the title is the same. */
function placeOf(trip: TripSummary): string | null {
  const name = trip.destination?.name;
  return name && name !== trip.title ? name : null;
}

/** The line below the facts: the kind of the trip, or else the number of planned places. */
export function TripNote({ trip }: { trip: TripSummary }) {
  const t = useTranslations("trips");
  const note = trip.isDemo
    ? { icon: Eye, text: t("demo") }
    : trip.isSample
      ? { icon: Lightbulb, text: t("sample") }
      : trip.status === "undated"
        ? null
        : { icon: MapPin, text: t("placesPlanned", { count: trip.plannedCount ?? trip.stopCount }) };
  if (!note) return null;
  return (
    <span className="mt-0.75 flex min-w-0 items-center gap-1.5 text-sm text-text-2">
      <Icon of={note.icon} size={14} />
      <span className="truncate">{note.text}</span>
    </span>
  );
}

/** A text such as "in 36 days" for an upcoming trip. */
export function Countdown({ trip }: { trip: TripSummary }) {
  const t = useTranslations("trips");
  const now = useClock();
  if (trip.status !== "upcoming" || !trip.startDate) return null;
  const days = daysBetween(dateInZone(new Date(now), trip.timezone), trip.startDate);
  return <span className="text-xs text-text-3">{t("inDays", { days })}</span>;
}
