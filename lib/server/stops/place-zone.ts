import { selectDay } from "#db/queries/days.ts";
import { selectNewStopContext } from "#db/queries/stops.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { StopFields, StopPatch } from "#lib/shared/stops.ts";
import { type DateInterval, zoneComparisonDates, hasSameLocalTimes } from "#lib/shared/wall-clock.ts";
import { zoneOnMap, findZone } from "../places/zone.ts";
import type { TripWrite } from "../writes/write.ts";

/**
 * Returns the time zone of a stop at a place: null when its clock agrees with the day's, or else with the trip's. The
 * clocks are compared on all days of the trip, because the stop may be moved to any of them.
 */
export async function zoneAtPlace(
  { trip, at }: TripWrite,
  place: Point,
  { dayTimezone }: { dayTimezone: string | null },
): Promise<string | null> {
  const inherited = dayTimezone ?? trip.timezone;
  // The zone on the coarse map nearly always is the inherited one. The trip is locked, so the exact zone of the place
  // is looked up only where the two may differ.
  if (zoneOnMap(place) === inherited) return null;
  const zone = await findZone(place);
  return hasSameLocalTimes(zone, inherited, daysOf({ trip, at })) ? null : zone;
}

function daysOf({ trip, at }: Pick<TripWrite, "trip" | "at">): DateInterval {
  return zoneComparisonDates(trip, at.toISOString().slice(0, 10));
}

/** The clock of a stop without its own time zone: its day's zone, or else the trip's, and the days of the trip. */
export interface InheritedClock {
  zone: string;
  days: DateInterval;
}

/**
 * Returns the time zone with which a stop's times keep their meaning when its inherited clock changes: that of its
 * place, if the stop had no zone because that zone agreed with the old clock. null: the stop needs no zone, or a user
 * chose that it has none.
 */
export async function zoneToKeep(
  { place, timezone }: Pick<StopFields, "place" | "timezone">,
  from: InheritedClock,
  to: InheritedClock,
): Promise<string | null> {
  if (!place || timezone !== null) return null;
  const isParted = (zone: string) =>
    hasSameLocalTimes(zone, from.zone, from.days) && !hasSameLocalTimes(zone, to.zone, to.days);
  if (!isParted(zoneOnMap(place))) return null;
  const zone = await findZone(place);
  return isParted(zone) ? zone : null;
}

/**
 * Returns how a move to another day, or to Ideas, changes the stop's time zone: its times keep their meaning where the
 * zones of the days differ.
 */
export async function zoneOnMove(
  write: TripWrite,
  stop: StopFields,
  { dayId, dayTimezone }: { dayId: string | null; dayTimezone: string | null },
): Promise<{ timezone?: string }> {
  if (!stop.place || stop.timezone !== null || stop.dayId === dayId) return {};
  const { trip, tx } = write;
  const days = daysOf(write);
  const to = { zone: dayTimezone ?? trip.timezone, days };
  // The zone nearly always suits the new day. The trip is locked, so the former day is read only where it matters.
  if (hasSameLocalTimes(zoneOnMap(stop.place), to.zone, days)) return {};
  const [left] = stop.dayId === null ? [] : await selectDay(tx, { tripId: trip.id, dayId: stop.dayId });
  const from = { zone: left?.day.timezone ?? trip.timezone, days };
  const timezone = await zoneToKeep(stop, from, to);
  return timezone === null ? {} : { timezone };
}

/**
 * Returns how a new place changes the stop's time zone. A zone that a user chose, in this write or before, stays, and
 * so does any zone where the stop's times would otherwise mean another instant.
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
  const [slot] = await selectNewStopContext(write.tx, { tripId: write.trip.id, dayId: stop.dayId });
  return { timezone: await zoneAtPlace(write, place, slot ?? { dayTimezone: null }) };
}

function isSamePoint(a: Point | null, b: Point | null): boolean {
  return a?.lat === b?.lat && a?.lng === b?.lng;
}
