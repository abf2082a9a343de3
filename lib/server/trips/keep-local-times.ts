import { selectZonelessStops } from "#db/queries/stops.ts";
import type { DateRange } from "#lib/shared/date-plan.ts";
import type { StopFields } from "#lib/shared/stops.ts";
import { zoneComparisonDates } from "#lib/shared/wall-clock.ts";
import { changedRow } from "../writes/row-fields.ts";
import { zoneToKeep } from "../stops/place-zone.ts";
import { sendStopStatements } from "../stops/stop-row.ts";
import type { TripWrite } from "../writes/write.ts";

/** A trip's dates before and after they change. */
export interface DateChange {
  from: DateRange;
  to: DateRange;
}

type Zoneless = Pick<StopFields, "place" | "timezone">;

/** Called with a stop and its inherited time zone before and after the change. */
export type StopZoneFinder = (stop: Zoneless, before: string, after?: string) => Promise<string | null>;

/**
 * Returns a function that says which time zone a stop needs so that its times keep their meaning on other dates:
 * Brisbane's clock agrees with Sydney's in winter only. null: none.
 */
export function createStopZoneFinder(at: Date, { from, to }: DateChange): StopZoneFinder {
  const today = at.toISOString().slice(0, 10);
  const [before, after] = [zoneComparisonDates(from, today), zoneComparisonDates(to, today)];
  return (stop, zone, next = zone) => zoneToKeep(stop, { zone, days: before }, { zone: next, days: after });
}

/** Writes the time zones with which stops keep their local times. The days must have the new dates already. */
export async function keepLocalTimes(write: TripWrite, change: DateChange): Promise<void> {
  const { from, to } = change;
  if (from.startDate === to.startDate && from.endDate === to.endDate) return;
  const zoneFor = createStopZoneFinder(write.at, change);
  const changed: StopFields[] = [];
  for (const { stop, dayTimezone } of await selectZonelessStops(write.tx, { tripId: write.trip.id })) {
    const timezone = await zoneFor(stop, dayTimezone ?? write.trip.timezone);
    if (timezone === null) continue;
    const after = changedRow(write, stop, { timezone });
    write.record({ op: "stop.updated", entityId: stop.id, before: { timezone: null }, after });
    changed.push(after);
  }
  sendStopStatements(write, changed);
}
