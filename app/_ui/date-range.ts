import { addDays, daysBetween, isCalendarDate } from "#lib/shared/dates.ts";

/** Both `YYYY-MM-DD`; "" for none, and no date at all while somebody types. */
export type DateRangeValue = { start: string; end: string };

/**
 * A new first day. `before` is the range as it stood when the field took the focus: what the date passes through while it
 * is typed, such as the year 0202, changes nothing but itself. The last day comes along with `along`, and always when the
 * first passes it: as many days as before.
 */
export function withStart(before: DateRangeValue, start: string, along: boolean): DateRangeValue {
  const { end } = before;
  if (!isCalendarDate(start) || !isCalendarDate(end)) return { start, end };
  if (!along && start <= end) return { start, end };
  const length = isCalendarDate(before.start) ? daysBetween(before.start, end) : 0;
  return { start, end: addDays(start, Math.max(0, length)) };
}

/** What a new first day is measured against: the range as it stands, or, when that is half typed, as it last was whole. */
export function rangeBefore(now: DateRangeValue, last: DateRangeValue | null): DateRangeValue {
  const isWhole = isCalendarDate(now.start) && isCalendarDate(now.end) && now.start <= now.end;
  return isWhole || now.end === "" || last === null ? now : { start: last.start, end: now.end };
}
