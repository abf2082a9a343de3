import { isCalendarDate } from "#lib/shared/dates.ts";
import { WallTime } from "#lib/shared/fields.ts";
import { wallClock } from "#lib/shared/wall-clock.ts";

/** A local date and time. */
export interface LocalMoment {
  date: string;
  /** The time; null: the file has a date without a time. */
  time: string | null;
}

const MOMENT =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:[.,]\d{1,9})?)? ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Converts a time of a file to the local date and time of `zone`. A time with an offset is an instant; a time without
 * one is UTC or local, as `bare` says.
 * @returns null for a text that is no date; a year or month alone is none
 */
export function localMoment(text: string, zone: string, bare: "utc" | "wall"): LocalMoment | null {
  const [, date = "", time = null, offset = null] = MOMENT.exec(text.trim()) ?? [];
  if (!isCalendarDate(date)) return null;
  if (time === null) return { date, time: null };
  if (!WallTime.safeParse(time).success) return null;
  if (offset === null && bare === "wall") return { date, time };
  const instant = Date.parse(`${date}T${time}:00${offsetText(offset ?? "Z")}`);
  if (Number.isNaN(instant)) return null;
  const local = wallClock(instant, zone);
  return isCalendarDate(local.date) ? local : null;
}

/** Converts `+09` and `+0900` to `+09:00`. */
function offsetText(offset: string): string {
  if (offset.toUpperCase() === "Z") return "Z";
  const digits = offset.replaceAll(/\D/g, "").padEnd(4, "0");
  return `${offset.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
