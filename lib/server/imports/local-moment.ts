import { isCalendarDate } from "#lib/shared/dates.ts";
import { WallTime } from "#lib/shared/fields.ts";
import { wallClock } from "#lib/shared/wall-clock.ts";

/** What calendar and clock show where something is. */
export interface LocalMoment {
  date: string;
  /** null: the file names a day alone. */
  time: string | null;
}

const MOMENT =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:[.,]\d{1,9})?)? ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * A time of any file as the calendar and clock of `zone` show it. An instant is counted from its offset; a time without one
 * is UTC or the wall's, as the format has it. null: it is no date, as years and months alone are none.
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

/** `+09` and `+0900` as `+09:00`. */
function offsetText(offset: string): string {
  if (offset.toUpperCase() === "Z") return "Z";
  const digits = offset.replaceAll(/\D/g, "").padEnd(4, "0");
  return `${offset.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
