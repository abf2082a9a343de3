"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { intlLocales } from "#app/_i18n/locales.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { daysBetween } from "#lib/shared/dates.ts";
import { earliest, localClock, localDate } from "#lib/shared/reservation-times.ts";
import type { LocalTime, NamedPlace } from "#lib/shared/reservations.ts";
import { sameClock, zoneName } from "./wall-time.ts";

/** How a booking's ends and places are said. */
export function useBookingWords() {
  const t = useTranslations("trip-bookings");
  const formats = useFormats();

  /** The name of an end's zone, unless its clock shows what the one in `known` does. */
  function zone(end: LocalTime, known: string): string | null {
    return sameClock(end.zone, known, earliest(end)) ? null : zoneName(end.zone, intlLocales[formats.locale]);
  }

  /** "Fri 17:35 Helsinki Time"; the weekday only where it is not that of `beside`. */
  function moment(end: LocalTime, known: string, beside?: string): string {
    const date = localDate(end);
    const day = date === beside ? "" : formats.weekday(date);
    return [day, localClock(end) ?? "", zone(end, known) ?? ""].filter(Boolean).join(" ");
  }

  /** "+1 day" on the end of what began on another date; over the date line "−1 day". Empty on the same one. */
  function shift(start: LocalTime, end: LocalTime): string {
    const count = daysBetween(localDate(start), localDate(end));
    return count === 0 ? "" : t("shift", { sign: count > 0 ? "+" : "−", count: Math.abs(count) });
  }

  /** "Tokyo (HND)" */
  function place({ name, code }: NamedPlace): string {
    return code && code !== name ? t("placeCode", { name, code }) : name;
  }

  return { zone, moment, shift, place };
}
