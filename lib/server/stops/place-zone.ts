import { selectSlot } from "#db/queries/stops.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { StopFields, StopPatch } from "#lib/shared/stops.ts";
import { daysOfClocks, sameClocks } from "#lib/shared/wall-clock.ts";
import { drawnZone, findZone } from "../places/zone.ts";
import type { TripWrite } from "../write.ts";

/**
 * The zone that a stop at a place has of its own: none where its clock shows what the day's does, else the trip's. They
 * are compared on all days of the trip, to any of which the stop may be moved.
 */
export async function zoneAtPlace(
  { trip, at }: TripWrite,
  place: Point,
  { dayTimezone }: { dayTimezone: string | null },
): Promise<string | null> {
  const inherited = dayTimezone ?? trip.timezone;
  // Nearly always, and this stands under the trip's lock: towns are looked at only where zones may differ.
  if (drawnZone(place) === inherited) return null;
  const zone = await findZone(place);
  const days = daysOfClocks(trip, at.toISOString().slice(0, 10));
  return sameClocks(zone, inherited, days) ? null : zone;
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
  return { timezone: await zoneAtPlace(write, place, slot ?? { dayTimezone: null }) };
}

function isSamePoint(a: Point | null, b: Point | null): boolean {
  return a?.lat === b?.lat && a?.lng === b?.lng;
}
