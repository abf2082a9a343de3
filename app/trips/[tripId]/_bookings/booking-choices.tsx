"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { useFormats } from "#app/_i18n/use-formats.ts";
import { Icon } from "#app/_ui/icon.tsx";
import { RESERVATION_KINDS } from "#lib/shared/reservation-kinds.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import { ChoiceProp } from "../_base/fields/choice-props.tsx";
import { bookingIcons } from "../_base/icons/booking-icon.ts";
import { usePlan } from "../_base/plan-data.tsx";
import { stopsOf } from "../_model/plan/plan-model.ts";
import { useBookingField } from "./use-booking-field.ts";

type ChoiceProps = { booking: ReservationDto; readOnly: boolean };

export function KindProp({ booking, readOnly }: ChoiceProps) {
  const t = useTranslations("trip-bookings");
  const { save, presence } = useBookingField(booking.id, "kind");
  return (
    <ChoiceProp
      label={t("field.kind")}
      icon={<Icon of={bookingIcons[booking.kind]} className="text-text-2" />}
      value={booking.kind}
      options={RESERVATION_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
      readOnly={readOnly}
      presence={presence}
      onChange={(value) => {
        const kind = RESERVATION_KINDS.find((each) => each === value);
        if (kind) save({ kind });
      }}
    />
  );
}

const NONE = "";

/** The field for the stop that a reservation belongs to; it is empty for a reservation on its own. */
export function LinkedStopProp({ booking, readOnly }: ChoiceProps) {
  const t = useTranslations("trip-bookings");
  const tTrip = useTranslations("trip");
  const formats = useFormats();
  const { save, presence } = useBookingField(booking.id, "stop");
  const { days, byDay, order } = usePlan();
  const stops = order.flatMap((dayId) => {
    const day = days.find(({ id }) => id === dayId);
    const place = day ? formats.day(day.date, { weekday: true }) : tTrip("ideas");
    return stopsOf(byDay, dayId).map(({ id, name }) => ({ value: id, label: `${name} · ${place}` }));
  });
  const isThere = stops.some(({ value }) => value === booking.stopId);
  if (readOnly && !isThere) return null;
  return (
    <ChoiceProp
      label={t("field.stop")}
      value={isThere ? (booking.stopId ?? NONE) : NONE}
      options={[{ value: NONE, label: t("field.noStop") }, ...stops]}
      readOnly={readOnly}
      presence={presence}
      onChange={(stopId) => save({ stopId: stopId === NONE ? null : stopId })}
    />
  );
}
