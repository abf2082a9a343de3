"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { localDate } from "#lib/shared/reservation-times.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import { TitleField } from "../_base/fields/title-field.tsx";
import { bookingIcons } from "../_base/icons/booking-icon.ts";
import { useMay } from "../_base/may.tsx";
import { useBookingField } from "./use-booking-field.ts";

/** The field for the title, with kind and date. */
export function BookingTitle({ booking }: { booking: ReservationDto }) {
  const t = useTranslations("trip-bookings");
  const formats = useFormats();
  const { change } = useMay();
  const { save, presence } = useBookingField(booking.id, "title");
  const { kind, title, start } = booking;
  const date = start ? formats.day(localDate(start), { weekday: true }) : t("undated");
  return (
    <div className="px-4 pt-1 pb-0.5">
      {change ? (
        <TitleField
          of={booking.id}
          value={title}
          label={t("field.name")}
          save={(text, baseSeq) => save({ title: text }, baseSeq)}
          presence={presence}
        />
      ) : (
        <h2 className="text-xl font-semibold text-pretty">{title}</h2>
      )}
      <p className="mt-0.5 flex items-center gap-1.5 text-sm text-text-3">
        <Icon of={bookingIcons[kind]} className="text-text-2" />
        <span className="truncate">{[t(`kind.${kind}`), date].join(" · ")}</span>
      </p>
    </div>
  );
}
