import type { DayDto } from "#lib/shared/days.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { zoneComparisonDates, hasSameLocalTimes } from "#lib/shared/wall-clock.ts";
import { zoneOnMap, findZone } from "../places/zone.ts";
import type { TripWrite } from "../writes/write.ts";
import type { FoundPlace } from "./found-place.ts";

/** The time zones of places by their coordinates. */
export type PlaceZones = ReadonlyMap<FoundPlace, string>;

/**
 * Finds the time zones before the lock on the trip is taken. The slow search by towns is needed only where zones may
 * differ.
 */
export async function zonesOf(
  places: readonly FoundPlace[],
  { timezone, days }: Pick<TripDto, "timezone" | "days">,
): Promise<PlaceZones> {
  const inherited = [timezone, ...days.map((day) => day.timezone ?? timezone)];
  const zones = new Map<FoundPlace, string>();
  for (const place of places) {
    const { point } = place;
    if (!point || place.timezone) continue;
    const drawn = zoneOnMap(point);
    const isUsual = inherited.every((zone) => zone === drawn);
    zones.set(place, isUsual ? drawn : await findZone(point));
  }
  return zones;
}

/**
 * Returns a function for the time zone that an added stop stores: the zone of its times, else the zone of its
 * coordinates. It is null when the inherited zone shows the same times.
 */
export function zoneInPlan(
  { trip, at }: Pick<TripWrite, "trip" | "at">,
  days: readonly DayDto[],
  zones: PlaceZones,
): (place: FoundPlace, dayId: string | null) => string | null {
  const onDays = new Map(days.map(({ id, timezone }) => [id, timezone]));
  const clocks = zoneComparisonDates(trip, at.toISOString().slice(0, 10));
  return (place, dayId) => {
    const zone = place.timezone ?? place.clock ?? zones.get(place);
    const inherited = onDays.get(dayId ?? "") ?? trip.timezone;
    return zone === undefined || hasSameLocalTimes(zone, inherited, clocks) ? null : zone;
  };
}
