import type { Point } from "#lib/shared/legs.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import type { PlaceCategory } from "#lib/shared/place-categories.ts";
import type { NewStop, StopCategory } from "#lib/shared/stops.ts";
import { type DateInterval, hasSameLocalTimes } from "#lib/shared/wall-clock.ts";

const NAME_LIMIT = 200;

/** The time zone of the stops without one of their own, and the range of dates in which they may be. */
export interface DayTimeZone extends DateInterval {
  zone: string;
}

/** The stop category for each place category; places of other categories give none. */
const CATEGORIES: Partial<Record<PlaceCategory, StopCategory>> = {
  hotel: "lodging",
  campsite: "lodging",
  restaurant: "food",
  cafe: "cafe",
  bar: "bar",
  shop: "shopping",
  museum: "museum",
  theatre: "activity",
  cinema: "activity",
  sport: "activity",
  attraction: "sight",
  monument: "sight",
  viewpoint: "sight",
  worship: "sight",
  park: "nature",
  beach: "nature",
  nature: "nature",
  station: "transport",
  stop: "transport",
  ferry: "transport",
  parking: "transport",
  fuel: "transport",
};

export function categoryOfPlace({
  kind,
  category,
}: Pick<PlaceDto, "kind" | "category">): StopCategory | undefined {
  return kind === "airport" ? "transport" : category && CATEGORIES[category];
}

/**
 * Returns the fields of a new stop at a place. The stop gets the place's time zone if that differs from the day's.
 */
export function stopOfPlace(
  found: PlaceDto,
  address: string,
  day: DayTimeZone | null,
): Pick<NewStop, "name" | "place" | "category" | "timezone"> {
  const { lat, lng, placeRef } = found;
  const zone = day ? foreignZone(found, day) : null;
  const category = categoryOfPlace(found);
  return {
    name: found.name.slice(0, NAME_LIMIT),
    place: { lat, lng, placeRef, ...(address !== "" && { address }) },
    ...(category && { category }),
    ...(zone !== null && { timezone: zone }),
  };
}

/** Whether a stop is still at the place that was found for it, so that nobody has moved it since. */
export function isAtPoint(place: Partial<Point> | null, { lat, lng }: Point): boolean {
  return place?.lat === lat && place.lng === lng;
}

/** Returns the place's time zone if its time differs from the day's in the range of dates, else null. */
export function foreignZone(
  { timezone }: Pick<PlaceDto, "timezone">,
  { zone, ...days }: DayTimeZone,
): string | null {
  return timezone === undefined || hasSameLocalTimes(timezone, zone, days) ? null : timezone;
}
