"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { daysBetween } from "#lib/shared/dates.ts";
import { isTravel } from "#lib/shared/reservation-kinds.ts";
import { localClock, localDate } from "#lib/shared/reservation-times.ts";
import type { LocalTime, ReservationDto } from "#lib/shared/reservations.ts";
import { travelName } from "#lib/shared/travel-name.ts";
import { useBookingWords } from "../_base/fields/use-booking-words.ts";

/** Returns the lines under a reservation's title: its places, its end, its provider. */
export function useBookingSummary(booking: ReservationDto): string[] {
  const t = useTranslations("trip-bookings");
  const words = useBookingWords();
  const formats = useFormats();
  const { kind, start, end, from, to, provider } = booking;
  const date = start ? localDate(start) : undefined;
  // A time that names no zone is in the zone of the start.
  const zone = start?.zone ?? "UTC";

  function day(at: LocalTime): string {
    const clock = [localClock(at), words.zone(at, zone)].filter(Boolean).join(" ");
    const on = formats.day(localDate(at), { weekday: true, year: false });
    return localDate(at) === date ? clock || on : [on, clock].filter(Boolean).join(" ");
  }
  function wayOf(): string {
    if (from && to) return t("way", { from: words.place(from), to: words.place(to) });
    const one = from ?? to;
    return one ? words.place(one) : "";
  }
  function travel(): string[] {
    const way = travelName(booking) === null ? wayOf() : booking.title;
    if (!start || !end || (localClock(end) === null && localDate(start) === localDate(end)))
      return [join(way, provider)];
    const arrival = [localClock(end) ?? "", words.zone(end, zone) ?? ""].filter(Boolean).join(" ");
    const moment = arrival || formats.weekday(localDate(end));
    return [way, join(t("arrives", { moment }), words.shift(start, end), provider)];
  }
  function lodging(): string[] {
    const nights = start && end ? daysBetween(localDate(start), localDate(end)) : 0;
    const until = end && t("until", { moment: day(end) });
    return [
      join(nights > 0 && t("nights", { count: nights }), until),
      join(from && words.place(from), provider),
    ];
  }
  function lines(): string[] {
    if (isTravel(kind)) return travel();
    if (kind === "lodging") return lodging();
    const until = end ? t("until", { moment: day(end) }) : null;
    if (kind === "car") return [wayOf(), join(until, provider)];
    return [join(from && words.place(from)), join(until, provider)];
  }
  return lines()
    .map((line) => capital(line))
    .filter(Boolean);
}

function join(...parts: Array<string | false | null | undefined>): string {
  return parts.filter(Boolean).join(" · ");
}

/** Capitalizes the first letter of a line. */
function capital(line: string): string {
  return line.charAt(0).toLocaleUpperCase() + line.slice(1);
}
