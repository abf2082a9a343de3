import { addDays, daysBetween, isCalendarDate } from "#lib/shared/dates.ts";

/** Both dates are `YYYY-MM-DD`; "" for none. While somebody types, a text may be no date. */
export type DateRangeValue = { start: string; end: string };

/**
 * Returns the range with a new first day. `before` is the range at the time when the field got the focus, so that
 * intermediate dates during typing, such as the year 0202, do not move the last day for good. The last day moves with
 * `along`, and always when the first day passes it; the number of days then stays the same.
 */
export function withStart(before: DateRangeValue, start: string, along: boolean): DateRangeValue {
  const { end } = before;
  if (!isCalendarDate(start) || !isCalendarDate(end)) return { start, end };
  if (!along && start <= end) return { start, end };
  const length = isCalendarDate(before.start) ? daysBetween(before.start, end) : 0;
  return { start, end: addDays(start, Math.max(0, length)) };
}

/**
 * Returns the range for comparison with a new first day: the present one, or the last complete one while the present
 * one is half typed.
 */
export function lastCompleteRange(now: DateRangeValue, last: DateRangeValue | null): DateRangeValue {
  const isWhole = isCalendarDate(now.start) && isCalendarDate(now.end) && now.start <= now.end;
  return isWhole || now.end === "" || last === null ? now : { start: last.start, end: now.end };
}
