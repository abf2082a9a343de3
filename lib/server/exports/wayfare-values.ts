import type { StopDto } from "#lib/shared/stops.ts";
import type { ExportPlan } from "./export-plan.ts";

/** The program's name in exported files, by which an import recognises them. */
export const WAYFARE_CREATOR = "Wayfare";
/** The namespace for data that GPX has no element for, and the prefix of such data in KML. */
export const WAYFARE_NAMESPACE = "https://wayfare.invalid/export/1";
export const WAYFARE_PREFIX = "wayfare:";

/**
 * Returns a stop's day and local times as in the plan, which an instant does not express: `date` or `former`, `start`,
 * `end`, `zone`.
 */
export function wayfareValues(plan: ExportPlan, stop: StopDto, date: string | null): Array<[string, string]> {
  const isTimed = stop.startTime !== null || stop.endTime !== null;
  const values: Array<[string, string | null]> = [
    ["date", date],
    ["former", date === null ? stop.formerDate : null],
    ["start", stop.startTime],
    ["end", stop.endTime],
    ["zone", isTimed ? plan.zoneOf(stop) : stop.timezone],
  ];
  return values.flatMap(([name, value]) => (value ? [[name, value]] : []));
}
