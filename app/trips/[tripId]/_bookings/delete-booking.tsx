"use client";

import { useTranslations } from "#app/_i18n/use-translations.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import { DeleteRow } from "../_base/fields/delete-row.tsx";
import { useWrites } from "../_base/writes.tsx";

export function DeleteBooking({ booking: { id, title } }: { booking: ReservationDto }) {
  const t = useTranslations("trip-bookings");
  const writes = useWrites();
  return (
    <div className="px-1.5 pt-4">
      <DeleteRow
        label={t("delete")}
        said={t("deleted", { name: title })}
        remove={() => writes.deleteReservation(id)}
      />
    </div>
  );
}
