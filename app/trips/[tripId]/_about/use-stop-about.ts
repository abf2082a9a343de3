import { useLocale } from "next-intl";
import { useMemo } from "react";
import { usePlaceAbout } from "#lib/client/places/place-about.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { PlaceAbout, PlaceAboutQuery } from "#lib/shared/place-about.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { useOfferedServices } from "../_base/offered-services.tsx";

/** Returns the facts about a stop's place, with its hours on the stop's day; undefined if nothing is known. */
export function useStopAbout({ name, place, dayId }: StopDto): PlaceAbout | undefined {
  const { placeFacts } = useOfferedServices();
  const tripId = useTrip((trip) => trip.id);
  const date = useTrip(({ days }) => days.find(({ id }) => id === dayId)?.date ?? null);
  const asked = useMemo((): PlaceAboutQuery | null => {
    if (!place || !placeFacts) return null;
    const { lat, lng, placeRef } = place;
    return {
      lat,
      lng,
      name,
      ...(placeRef && { ref: placeRef }),
      ...(date !== null && { from: date, to: date }),
    };
  }, [place, placeFacts, name, date]);
  return usePlaceAbout({ tripId, place: asked, language: useLocale() });
}
