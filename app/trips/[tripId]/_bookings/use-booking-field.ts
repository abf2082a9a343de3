"use client";

import { useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import type { ReservationPatch } from "#lib/shared/reservations.ts";
import type { RowField } from "../_model/row-field.ts";
import { useWrites } from "../_base/writes.tsx";

/** Saves one field of the reservation, and shows other members that it is being edited. */
export function useBookingField(id: string, field: string): RowField<ReservationPatch> {
  const writes = useWrites();
  const actions = useTripActions();
  return {
    // Refusals and conflicts are reported separately.
    save: (patch, baseSeq = actions.baseSeq()) => {
      writes.updateReservation(id, patch, { baseSeq }).catch(() => {});
    },
    presence: {
      onFocus: () => actions.setPresence({ stopId: id, field }),
      onBlur: () => actions.setPresence({ stopId: id, field: null }),
    },
  };
}
