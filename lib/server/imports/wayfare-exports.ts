import { isCalendarDate, isTimeZone } from "#lib/shared/dates.ts";
import { WallTime } from "#lib/shared/fields.ts";
import { STOP_CATEGORIES } from "#lib/shared/stop-categories.ts";
import type { StopCategory } from "#lib/shared/stops.ts";
import { TRAVEL_MODES, type TravelMode } from "#lib/shared/travel-modes.ts";
import { EXPORT_LABELS } from "../exports/labels.ts";

/* Reads the fields of Wayfare's own GPX, KML and CSV for which these formats have no field of their own. */

const LANGUAGES = Object.values(EXPORT_LABELS);

export interface WayfareFields {
  date: string | null;
  isIdea: boolean;
  startTime: string | null;
  endTime: string | null;
  timezone: string | null;
}

/** Reads day and times as `wayfare-values.ts` of the exports writes them; an invalid date, time or zone is read as null. */
export function readWayfareFields(values: ReadonlyMap<string, string>): WayfareFields {
  const text = (name: string) => values.get(name)?.trim() ?? "";
  const time = (name: string) => (WallTime.safeParse(text(name)).success ? text(name) : null);
  return {
    date: [text("date"), text("former")].find(isCalendarDate) ?? null,
    isIdea: !isCalendarDate(text("date")),
    startTime: time("start"),
    endTime: time("end"),
    timezone: isTimeZone(text("zone")) ? text("zone") : null,
  };
}

/** Returns the travel mode for its label in any language of the exports. */
export function wayfareTravelMode(word: string | null): TravelMode | null {
  const isMeant = (mode: TravelMode) => LANGUAGES.some(({ travel }) => travel[mode] === word);
  return TRAVEL_MODES.find(isMeant) ?? null;
}

/** Returns the category for its label in any language of the exports. */
export function wayfareCategory(word: string | null): StopCategory {
  const isMeant = (category: StopCategory) =>
    LANGUAGES.some(({ categories }) => categories[category] === word);
  return STOP_CATEGORIES.find(isMeant) ?? "other";
}
