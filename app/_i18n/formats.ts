import { deviceClock } from "#lib/client/base/device-clock.ts";
import {
  type DayLook,
  formatAgo,
  formatClock,
  formatDay,
  formatDayRange,
  formatInstant,
  formatMoment,
  formatWeekday,
  canOmitYear,
} from "#app/_i18n/dates.ts";
import { intlLocales, type Locale } from "#app/_i18n/locales.ts";
import { dateInZone } from "#lib/shared/dates.ts";
import { formatClearMoney, type MoneyValue } from "#lib/shared/money.ts";

const WEEK_MS = 7 * 86_400_000;

/** The first and the last year of the dates in the page's head. */
export type HeadingYears = readonly [first: string, last: string];

/** Returns formats of dates, times, money and lists for a reader; `zone` is the reader's IANA time zone. */
export function makeFormats(locale: Locale, zone: string, said: HeadingYears | null = null) {
  const today = () => dateInZone(deviceClock.now(), zone);
  const isSaid = (date: string) =>
    said !== null && date.slice(0, 4) >= said[0] && date.slice(0, 4) <= said[1];
  return {
    locale,
    zone,
    today,
    day: (date: string, look?: DayLook) =>
      formatDay(locale, date, today(), isSaid(date) ? { year: false, ...look } : look),
    weekday: (date: string) => formatWeekday(locale, date),
    range: (start: string, end: string, year?: boolean) => formatDayRange(locale, start, end, today(), year),
    /** The short form of a range, with a year only where the dates would be ambiguous. */
    shortRange: (start: string, end: string) =>
      formatDayRange(locale, start, end, today(), !canOmitYear(start, today())),
    instant: (instant: string, inZone = zone) => formatInstant(locale, instant, inZone),
    moment: (instant: string) => formatMoment(locale, instant, zone),
    clock: (instant: string) => formatClock(locale, instant, zone),
    /** The form "12 min ago" for a week, and then the date. */
    ago: (instant: string, now = Date.now()) => {
      const at = Date.parse(instant);
      return Math.abs(now - at) < WEEK_MS
        ? formatAgo(locale, at, now, zone)
        : formatDay(locale, dateInZone(new Date(at), zone), today());
    },
    /** The form of an amount outside a trip, where no currency of the trip makes clear what "¥" means. */
    clearMoney: (money: MoneyValue) => formatClearMoney(money, intlLocales[locale]),
    /** The form of a list: "Jonas, Priya and Tom"; Jonas、Priya和Tom. */
    list: (parts: readonly string[]) => listFormat(locale).format(parts),
  };
}

const listFormats = new Map<Locale, Intl.ListFormat>();

/** Returns the format of lists, which is cached because every row of a plan has its own formats. */
function listFormat(locale: Locale): Intl.ListFormat {
  const made = listFormats.get(locale) ?? new Intl.ListFormat(intlLocales[locale], { type: "conjunction" });
  listFormats.set(locale, made);
  return made;
}

export type Formats = ReturnType<typeof makeFormats>;
