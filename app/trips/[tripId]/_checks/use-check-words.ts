"use client";

import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { localClock } from "#lib/shared/reservation-times.ts";
import type { CheckedRef, TripCheck } from "#lib/shared/trip-checks.ts";
import { splitMinutes } from "../_model/measures.ts";

/** Returns a function that describes a trip check as a sentence. */
export function useCheckWords(): (check: TripCheck) => string {
  const t = useTranslations("trip-checks");
  const tTrip = useTranslations("trip");
  const formats = useFormats();
  const { stops, reservations } = useTrip((trip) => ({ stops: trip.stops, reservations: trip.reservations }));

  const stop = (id: string) => stops.find((row) => row.id === id);
  const booking = (id: string) => reservations.find((row) => row.id === id);
  const name = ({ kind, id }: CheckedRef) => (kind === "stop" ? stop(id)?.name : booking(id)?.title) ?? "";
  const long = (minutes: number) => tTrip("duration", splitMinutes(minutes));

  function clock({ kind, id }: CheckedRef): string {
    if (kind === "stop") return stop(id)?.startTime ?? "";
    const start = booking(id)?.start;
    return (start && localClock(start)) ?? "";
  }

  function closed({ stopId, date, allDay }: TripCheck & { kind: "closed" }): string {
    const { name: called = "", hours, startTime } = stop(stopId) ?? {};
    if (startTime && !allDay) return t("closedAt", { name: called, time: startTime });
    // The day may be a holiday in the map data, so the sentence names the date and not the weekday.
    if (!hours) return t("closedThen", { name: called, day: formats.day(date, { weekday: true }) });
    const weekday = new Intl.DateTimeFormat(intlLocales[formats.locale], {
      weekday: "long",
      timeZone: "UTC",
    });
    return t("closedOn", { name: called, weekday: weekday.format(new Date(`${date}T00:00:00Z`)) });
  }

  return (check) => {
    switch (check.kind) {
      case "overlap": {
        const { first, second } = check;
        return t("overlap", { first: name(first), second: name(second), time: clock(second) });
      }
      case "transfer": {
        const [from, to] = [stop(check.from)?.name ?? "", stop(check.to)?.name ?? ""];
        return t("transfer", { from, to, needed: long(check.needed), free: long(check.free) });
      }
      case "night":
        return t("night", { count: check.count, date: formats.day(check.date) });
      case "closed":
        return closed(check);
      case "outside":
        return t("outside", { name: booking(check.reservationId)?.title ?? "" });
      default:
        return check satisfies never;
    }
  };
}
