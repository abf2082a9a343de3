"use client";

import { useTranslations } from "next-intl";
import { type DayBooking, nightOf } from "../_model/plan/day-bookings.ts";
import { useBookingWords } from "../_base/fields/use-booking-words.ts";

function join(...parts: string[]): string {
  return parts.filter(Boolean).join(" · ");
}

/** Describes a reservation on a day: "Arrives Sat 13:55 · Helsinki → Osaka" or "Check-in · 4 nights". */
export function useBookingAbout(): (booking: DayBooking, date: string, dayZone: string) => string {
  const t = useTranslations("trip-bookings");
  const words = useBookingWords();
  return ({ kind, at, reservation }, date, dayZone) => {
    const { start, end, from, to } = reservation;
    const [here, there] = [from?.name ?? "", to?.name ?? ""];
    // The zone of the row: texts name the zone of another time only if it differs from this one.
    const known = at?.zone ?? dayZone;
    switch (kind) {
      case "departure":
      case "travel":
        return join(
          end ? t("arrives", { moment: words.moment(end, known, date) }) : "",
          here && there ? t("way", { from: here, to: there }) : t("touch.departure"),
        );
      case "arrival":
        return join(
          start ? t("departed", { moment: words.moment(start, known, date) }) : "",
          here && there ? t("way", { from: here, to: there }) : t("touch.arrival"),
        );
      case "underway":
        return there ? t("underwayTo", { to: there }) : t("touch.underway");
      case "check-in":
        return join(t("touch.check-in"), t("nights", { count: nightOf(reservation, date).count }));
      case "pick-up":
        return join(t("touch.pick-up"), here);
      case "drop-off":
        return join(t("touch.drop-off"), there || here);
      case "check-out":
        return t("touch.check-out");
      default:
        return from?.address ?? here;
    }
  };
}
