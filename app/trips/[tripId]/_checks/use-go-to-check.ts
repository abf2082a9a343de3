"use client";

import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { assertNever } from "#lib/shared/errors.ts";
import type { CheckedRef, TripCheck } from "#lib/shared/trip-checks.ts";
import { useGoToDay } from "../_base/use-go-to-day.ts";
import { useView } from "../_base/view.tsx";

/**
 * Returns a function that opens what a trip check is about: its stop or reservation, the later one if it is about two
 * of them, or the day if it is about a night.
 */
export function useGoToCheck(): (check: TripCheck) => void {
  const view = useView();
  const days = useTrip((trip) => trip.days);
  const goToDay = useGoToDay();

  function open({ kind, id }: CheckedRef) {
    if (kind === "stop") view.openStop(id);
    else view.openReservation(id);
  }

  return (check) => {
    switch (check.kind) {
      case "overlap":
        return open(check.second);
      case "transfer":
        return open({ kind: "stop", id: check.to });
      case "closed":
        return open({ kind: "stop", id: check.stopId });
      case "outside":
        return open({ kind: "reservation", id: check.reservationId });
      case "night": {
        const day = days.find(({ date }) => date === check.date);
        view.show("plan");
        if (day) requestAnimationFrame(() => goToDay(day.id));
        return undefined;
      }
      default:
        return assertNever(check);
    }
  };
}
