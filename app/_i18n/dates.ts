import { intlLocales, type Locale } from "#app/_i18n/locales.ts";
import { dateInZone, daysBetween } from "#lib/shared/dates.ts";

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  let made = formatters.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(intlLocales[locale], options);
    formatters.set(key, made);
  }
  return made;
}

/** Returns a calendar date as a `Date` in UTC, because a calendar date has no time zone. */
function utc(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}

export interface DayLook {
  /** Whether the day of the week is written: "Sat 14 Nov", 11月14日 周六. */
  weekday?: boolean;
  /** Whether the year is written; by default only when it is not this year. */
  year?: boolean;
}

/**
 * Writes a calendar date as "14 Nov", "Sat 14 Nov" or "14 Nov 2027"; 11月14日. `today` (`YYYY-MM-DD`) decides whether the
 * year is written.
 */
export function formatDay(
  locale: Locale,
  date: string,
  today: string,
  { weekday, year }: DayLook = {},
): string {
  const withYear = year ?? date.slice(0, 4) !== today.slice(0, 4);
  const day = formatter(locale, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
    ...(withYear ? { year: "numeric" } : {}),
  });
  if (!weekday) return day.format(utc(date));
  const name = formatWeekday(locale, date);
  return locale === "zh" ? `${day.format(utc(date))} ${name}` : `${name} ${day.format(utc(date))}`;
}

/** Writes the day of the week: "Sat", 周六. */
export function formatWeekday(locale: Locale, date: string): string {
  return formatter(locale, { weekday: "short", timeZone: "UTC" }).format(utc(date));
}

/**
 * Writes a range of dates: "14 – 21 Nov", "27 Dec – 3 Jan", with the year when it is not this year: "12 – 15 Mar 2027";
 * 11月14日 – 21日.
 */
export function formatDayRange(
  locale: Locale,
  start: string,
  end: string,
  today: string,
  year?: boolean,
): string {
  if (start === end) return formatDay(locale, start, today, year === undefined ? {} : { year });
  const crossesYear = start.slice(0, 4) !== end.slice(0, 4);
  // A trip over New Year that begins this year has no year: "27 Dec – 3 Jan" is unambiguous.
  const withYear = year ?? start.slice(0, 4) !== today.slice(0, 4);
  const sameMonth = start.slice(0, 7) === end.slice(0, 7);
  const full = (date: string, shown: boolean) => formatDay(locale, date, today, { year: shown });
  if (locale === "zh") {
    const tail = sameMonth ? `${Number(end.slice(8))}日` : full(end, withYear && crossesYear);
    return `${full(start, withYear)} – ${tail}`;
  }
  const head = sameMonth ? String(Number(start.slice(8))) : full(start, withYear && crossesYear);
  return `${head} – ${full(end, withYear)}`;
}

/**
 * How many days ahead a date without a year may be. A date further ahead, such as "5 Apr", could be taken for the last
 * 5 April.
 */
const NEXT_DAYS = 300;

/** Whether a date without a year is unambiguous: it is in this year, or within the next ten months. */
export function canOmitYear(date: string, today: string): boolean {
  if (date.slice(0, 4) === today.slice(0, 4)) return true;
  const ahead = daysBetween(today, date);
  return ahead > 0 && ahead < NEXT_DAYS;
}

const dayAndMonth = { day: "numeric", month: "short" } as const;
const timeOfDay = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

function inZone(locale: Locale, instant: string, zone: string, look: Intl.DateTimeFormatOptions): string {
  return formatter(locale, { ...look, timeZone: zone }).format(new Date(instant));
}

/** Writes an instant (ISO 8601 in UTC) as "14 Nov, 08:30" in a time zone. */
export function formatInstant(locale: Locale, instant: string, zone: string): string {
  return inZone(locale, instant, zone, { ...dayAndMonth, ...timeOfDay });
}

/** Writes an instant as "Tue 17 Nov, 14:20"; 11月17日周二 14:20. */
export function formatMoment(locale: Locale, instant: string, zone: string): string {
  return inZone(locale, instant, zone, { weekday: "short", ...dayAndMonth, ...timeOfDay });
}

/** Writes the time of day: 14:20. */
export function formatClock(locale: Locale, instant: string, zone: string): string {
  return inZone(locale, instant, zone, timeOfDay);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Writes the distance of an instant from now: "12 min ago", "in 2 days", "now"; 12分钟前. `at` and `now` are in
 * milliseconds since 1970. From 24 hours on, days of the reader's calendar are counted: on Wednesday morning, Monday
 * evening is two days ago, and not "yesterday".
 */
export function formatAgo(locale: Locale, at: number, now: number, zone: string): string {
  const relative = new Intl.RelativeTimeFormat(intlLocales[locale], { numeric: "auto", style: "short" });
  const ms = at - now;
  const days = daysBetween(dateInZone(new Date(now), zone), dateInZone(new Date(at), zone));
  // The day on which clocks are set back has 25 hours; a time of today must never be "yesterday".
  if (Math.abs(ms) >= 24 * HOUR_MS && days !== 0) return relative.format(days, "day");
  if (Math.abs(ms) >= HOUR_MS) return relative.format(Math.trunc(ms / HOUR_MS), "hour");
  if (Math.abs(ms) >= MINUTE_MS) return relative.format(Math.trunc(ms / MINUTE_MS), "minute");
  return relative.format(0, "second");
}
