import {
  type DayLook,
  formatAgo,
  formatDay,
  formatDayRange,
  formatInstant,
  formatWeekday,
} from "#app/_i18n/dates.ts";
import { intlLocales, type Locale } from "#app/_i18n/locales.ts";
import { dateInZone } from "#lib/shared/dates.ts";
import { formatMoney, type MoneyValue } from "#lib/shared/money.ts";

const WEEK_MS = 7 * 86_400_000;

/** Dates, times and money for a reader; `zone` is the reader's IANA zone. */
export function makeFormats(locale: Locale, zone: string) {
  const today = () => dateInZone(new Date(), zone);
  return {
    locale,
    zone,
    today,
    day: (date: string, look?: DayLook) => formatDay(locale, date, today(), look),
    weekday: (date: string) => formatWeekday(locale, date),
    range: (start: string, end: string, year?: boolean) => formatDayRange(locale, start, end, today(), year),
    instant: (instant: string, inZone = zone) => formatInstant(locale, instant, inZone),
    /** "12 min ago" for a week, then the day. */
    ago: (instant: string, now = Date.now()) => {
      const at = Date.parse(instant);
      return Math.abs(now - at) < WEEK_MS
        ? formatAgo(locale, at, now, zone)
        : formatDay(locale, dateInZone(new Date(at), zone), today());
    },
    money: (money: MoneyValue) => formatMoney(money, intlLocales[locale]),
  };
}

export type Formats = ReturnType<typeof makeFormats>;
