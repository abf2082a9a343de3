import { selectSlot } from "#db/queries/stops.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { StopFields, StopPatch } from "#lib/shared/stops.ts";
import { wallInstant } from "#lib/shared/wall-clock.ts";
import { drawnZone, findZone } from "../places/zone.ts";
import type { TripWrite } from "../write.ts";

/** What a stop's day says of its clock. */
interface DayClock {
  dayDate: string | null;
  dayTimezone: string | null;
}

/**
 * The zone that a stop at a place has of its own: none where its clock shows what the day's does, else the trip's. A stop
 * among the ideas is judged by the trip's first day.
 */
export async function zoneAtPlace(
  { trip, at }: TripWrite,
  place: Point,
  { dayDate, dayTimezone }: DayClock,
): Promise<string | null> {
  const inherited = dayTimezone ?? trip.timezone;
  // Nearly always, and this stands under the trip's lock: towns are looked at only where zones may differ.
  if (drawnZone(place) === inherited) return null;
  const zone = await findZone(place);
  const noon = { date: dayDate ?? trip.startDate ?? at.toISOString().slice(0, 10), time: "12:00" };
  const isSame = wallInstant(noon, zone) === wallInstant(noon, inherited);
  return isSame ? null : zone;
}

/**
 * What a patch of the place makes of the zone: nothing of one that a person chose, in this write or before, and nothing
 * where times would then mean another moment.
 */
export async function zoneChange(
  write: TripWrite,
  stop: StopFields,
  { place, timezone, startTime = stop.startTime, endTime = stop.endTime }: Partial<StopPatch>,
): Promise<{ timezone?: string | null }> {
  if (place === undefined || timezone !== undefined || isSamePoint(place, stop.place)) return {};
  if (startTime !== null || endTime !== null) return {};
  const isDerived = stop.timezone === null || (stop.place && stop.timezone === (await findZone(stop.place)));
  if (!isDerived) return {};
  if (place === null) return { timezone: null };
  const [slot] = await selectSlot(write.tx, { tripId: write.trip.id, dayId: stop.dayId });
  return { timezone: await zoneAtPlace(write, place, slot ?? { dayDate: null, dayTimezone: null }) };
}

function isSamePoint(a: Point | null, b: Point | null): boolean {
  return a?.lat === b?.lat && a?.lng === b?.lng;
}
