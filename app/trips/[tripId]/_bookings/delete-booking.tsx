"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "#app/_i18n/use-translations.ts";
import { Button } from "#app/_ui/button.tsx";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import { useView } from "../_shell/view.tsx";
import { useUndoToast, useWrites } from "../_shell/writes.tsx";

/** At once, with Undo. */
export function DeleteBooking({ booking: { id, title } }: { booking: ReservationDto }) {
  const t = useTranslations("trip-bookings");
  const view = useView();
  const writes = useWrites();
  const undoToast = useUndoToast();
  function remove() {
    view.closeDetails();
    undoToast(t("deleted", { name: title }), writes.deleteReservation(id));
  }
  return (
    <div className="px-1.5 pt-4">
      <Button tone="danger" size="sm" icon={Trash2} onClick={remove}>
        {t("delete")}
      </Button>
    </div>
  );
}
