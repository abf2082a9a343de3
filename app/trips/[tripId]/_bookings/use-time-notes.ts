"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { daysBetween } from "#lib/shared/dates.ts";
import { isTravel } from "#lib/shared/reservation-kinds.ts";
import { earliestInstant, localClock, localDate } from "#lib/shared/reservation-times.ts";
import type { LocalTime, ReservationDto } from "#lib/shared/reservations.ts";
import { wallClock } from "#lib/shared/wall-clock.ts";
import { useBookingWords } from "../_base/fields/use-booking-words.ts";
import { splitMinutes } from "../_model/measures.ts";
import { isSameWallTime } from "../_model/wall-time.ts";
import { minutesBetween } from "./start-and-end.ts";

/** Returns the note under an end: the date, the duration, and the reader's own time at that moment. */
export function useTimeNotes(): (booking: ReservationDto, which: "start" | "end") => string {
  const t = useTranslations("trip-bookings");
  const tTrip = useTranslations("trip");
  const formats = useFormats();
  const words = useBookingWords();

  function forReader(at: LocalTime): string {
    const moment = earliestInstant(at);
    if (localClock(at) === null || isSameWallTime(at.zone, formats.zone, moment)) return "";
    const { date, time } = wallClock(moment, formats.zone);
    return date === localDate(at)
      ? t("forYou", { time })
      : t("forYouDay", { time, day: formats.weekday(date) });
  }

  function length({ kind, start, end }: ReservationDto): string {
    if (kind === "lodging" && start && end) {
      const count = daysBetween(localDate(start), localDate(end));
      return count > 0 ? t("nights", { count }) : "";
    }
    const minutes = isTravel(kind) ? minutesBetween({ start, end }) : null;
    return minutes === null || minutes <= 0 ? "" : tTrip("duration", splitMinutes(minutes));
  }

  return (booking, which) => {
    const at = booking[which];
    if (!at) return "";
    const { start, kind } = booking;
    const shift = which === "end" && start && isTravel(kind) ? words.shift(start, at) : "";
    return [shift, which === "end" ? length(booking) : "", forReader(at)].filter(Boolean).join(" · ");
  };
}
