"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import { TextButton } from "#app/_ui/text-link.tsx";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { useView } from "../_base/view.tsx";
import { PropRow } from "../_base/fields/prop-row.tsx";

/** Lists the reservations of a stop, each as a button that opens it. */
export function StopBookings({ stopId }: { stopId: string }) {
  const t = useTranslations("trip-bookings");
  const view = useView();
  const reservations = useTrip((trip) => trip.reservations);
  const linked = reservations.filter((booking) => booking.stopId === stopId);
  return linked.map(({ id, title, confirmation }) => (
    <PropRow key={id} label={t("field.booking")}>
      <TextButton className="min-w-0 truncate" onClick={() => view.openReservation(id)}>
        {title}
      </TextButton>
      {confirmation ? <span className="text-xs text-text-3">{confirmation}</span> : null}
    </PropRow>
  ));
}
