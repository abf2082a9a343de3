import { useMemo } from "react";
import { deviceClock } from "#lib/client/base/device-clock.ts";
import { useSaveState, useTrip, useTripSession } from "#lib/client/open-trip/trip-context.tsx";
import { useTripWeather } from "#lib/client/places/weather.ts";
import { addDays, dateInZone } from "#lib/shared/dates.ts";
import type { TripWeather } from "#lib/shared/weather.ts";
import { usePlan } from "../../_base/plan-data.tsx";
import { stopsOf } from "../../_model/plan/plan-model.ts";

/** Returns the weather of the open trip for all of its days; undefined if it is unknown. */
export function useWeather(): TripWeather | undefined {
  const { store } = useTripSession();
  const endDate = useTrip((trip) => trip.endDate);
  const destination = useTrip((trip) => trip.destination);
  const { days, byDay } = usePlan();
  // The request waits until all changes are saved, because the service answers for the saved plan only.
  const isSaved = useSaveState() === "saved";
  const about = useMemo(() => {
    const spots = days.map(({ id, date }) => {
      const places = stopsOf(byDay, id).flatMap(({ place }) => (place ? [roughly(place)] : []));
      return [date, ...new Set(places)].join(" ");
    });
    const whole = destination ? roughly(destination) : "";
    return [whole, ...spots].join("\n");
  }, [days, byDay, destination]);
  // The trip is over a day later than in UTC, because in some time zones it is still the day before.
  const isOver = endDate !== null && endDate < addDays(dateInZone(deviceClock.now(), "UTC"), -1);
  return useTripWeather({ tripId: store.id, about, enabled: isSaved && !isOver && !store.isPast });
}

/** Rounds coordinates to one decimal, the precision with which weather is requested. */
function roughly({ lat, lng }: { lat?: number | undefined; lng?: number | undefined }): string {
  return `${lat?.toFixed(1)},${lng?.toFixed(1)}`;
}
