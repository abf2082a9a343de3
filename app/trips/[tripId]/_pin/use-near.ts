import { useLocale } from "next-intl";
import { usePlaceWords } from "#app/_places/use-place-words.ts";
import { usePlaces } from "#lib/client/places/places.ts";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import { readCoordinates } from "#lib/shared/coordinates.ts";
import type { Point } from "#lib/shared/legs.ts";

/** Returns the town around a point and its time zone; both may arrive late or never. */
export function useNearbyTown({ lat, lng }: Point, enabled = true) {
  const tripId = useTrip((trip) => trip.id);
  const words = usePlaceWords();
  const { places, isAnswered } = usePlaces(`${lat}, ${lng}`, { tripId, language: useLocale(), enabled });
  const [found] = isAnswered ? places : [];
  if (found?.kind !== "point") return { place: "", zone: undefined };
  const isNamed = readCoordinates(found.name) === null;
  return { place: isNamed ? found.name : words.around(found), zone: found.timezone };
}
