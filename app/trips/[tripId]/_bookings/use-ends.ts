"use client";

import { useState } from "react";
import { useTripActions } from "#lib/client/open-trip/trip-context.tsx";
import type { LocalTime, ReservationDto } from "#lib/shared/reservations.ts";
import { withEditedTime } from "./start-and-end.ts";
import { useBookingField } from "./use-booking-field.ts";

/** Saves one end of a reservation. Both ends are sent together, because the service validates them together. */
export function useStartOrEnd(booking: ReservationDto, which: "start" | "end") {
  const field = useBookingField(booking.id, "times");
  const actions = useTripActions();
  const [wrong, setWrong] = useState<"orderWrong" | null>(null);

  /** Saves the end; null removes it. */
  function save(to: LocalTime | null, baseSeq = actions.baseSeq()): void {
    const ends = withEditedTime(booking, which, to);
    setWrong(ends === "order" ? "orderWrong" : null);
    if (ends !== "order") field.save(ends, baseSeq);
  }
  const presence = {
    onFocus() {
      setWrong(null);
      field.presence.onFocus();
    },
    onBlur: field.presence.onBlur,
  };
  return { save, wrong, presence };
}
