import { selectDay } from "#db/queries/days.ts";
import { selectSlot } from "#db/queries/stops.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { StopFields, StopPatch } from "#lib/shared/stops.ts";
import { type Days, daysOfClocks, sameClocks } from "#lib/shared/wall-clock.ts";
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
  return sameClocks(zone, inherited, daysOf({ trip, at })) ? null : zone;
}

function daysOf({ trip, at }: Pick<TripWrite, "trip" | "at">): Days {
  return daysOfClocks(trip, at.toISOString().slice(0, 10));
}

/** What a stop without a zone of its own goes by: its day's zone, else the trip's, and the days of the trip. */
export interface InheritedClock {
  zone: string;
  days: Days;
}

/**
 * The zone by which a stop's times stay what they are when it comes to go by another clock: its place's, if it has none
 * because that clock was the same so far. null: it needs none, or a person chose that it has none.
 */
export async function zoneToKeep(
  { place, timezone }: Pick<StopFields, "place" | "timezone">,
  from: InheritedClock,
  to: InheritedClock,
): Promise<string | null> {
  if (!place || timezone !== null) return null;
  const isParted = (zone: string) =>
    sameClocks(zone, from.zone, from.days) && !sameClocks(zone, to.zone, to.days);
  if (!isParted(drawnZone(place))) return null;
  const zone = await findZone(place);
  return isParted(zone) ? zone : null;
}

/** What a move to another day, or to Ideas, makes of the zone: times stay what they are where the days' zones differ. */
export async function zoneOnMove(
  write: TripWrite,
  stop: StopFields,
  { dayId, dayTimezone }: { dayId: string | null; dayTimezone: string | null },
): Promise<{ timezone?: string }> {
  if (!stop.place || stop.timezone !== null || stop.dayId === dayId) return {};
  const { trip, tx } = write;
  const days = daysOf(write);
  const to = { zone: dayTimezone ?? trip.timezone, days };
  // Nearly always, and this stands under the trip's lock: the day that it leaves is read only where that matters.
  if (sameClocks(drawnZone(stop.place), to.zone, days)) return {};
  const [left] = stop.dayId === null ? [] : await selectDay(tx, { tripId: trip.id, dayId: stop.dayId });
  const from = { zone: left?.day.timezone ?? trip.timezone, days };
  const timezone = await zoneToKeep(stop, from, to);
  return timezone === null ? {} : { timezone };
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
