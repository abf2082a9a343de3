"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { daysBetween } from "#lib/shared/dates.ts";
import { earliestInstant, localClock, localDate } from "#lib/shared/reservation-times.ts";
import type { LocalTime, NamedPlace } from "#lib/shared/reservations.ts";
import { isSameWallTime, zoneName } from "../../_model/wall-time.ts";

/** Returns functions that format a reservation's times and places. */
export function useBookingWords() {
  const t = useTranslations("trip-bookings");
  const formats = useFormats();

  /** Returns the name of a time's zone, or null if its time equals that of the zone `known`. */
  function zone(end: LocalTime, known: string): string | null {
    return isSameWallTime(end.zone, known, earliestInstant(end))
      ? null
      : zoneName(end.zone, intlLocales[formats.locale]);
  }

  /** Formats a time, for example "Fri 17:35 Helsinki Time"; the weekday is left out if the date equals `beside`. */
  function moment(end: LocalTime, known: string, beside?: string): string {
    const date = localDate(end);
    const day = date === beside ? "" : formats.weekday(date);
    return [day, localClock(end) ?? "", zone(end, known) ?? ""].filter(Boolean).join(" ");
  }

  /** Returns "+1 day" for an end on a later date, or "−1 day" across the date line; "" on the same date. */
  function shift(start: LocalTime, end: LocalTime): string {
    const count = daysBetween(localDate(start), localDate(end));
    return count === 0 ? "" : t("shift", { sign: count > 0 ? "+" : "−", count: Math.abs(count) });
  }

  /** Formats a place with its code, for example "Tokyo (HND)". */
  function place({ name, code }: NamedPlace): string {
    return code && code !== name ? t("placeCode", { name, code }) : name;
  }

  return { zone, moment, shift, place };
}
