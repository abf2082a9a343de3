import { addDays, dateRange } from "#lib/shared/dates.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { OpenDay, OpenSpan } from "#lib/shared/place-about.ts";
import { openGazetteer } from "../gazetteer.ts";

interface Where extends Point {
  /** The country's code of two letters; null: the country is unknown, and so are its holidays. */
  countryCode: string | null;
}

export interface OpenDays {
  days: OpenDay[];
  /** Whether the rules for holidays were left out, because the country's holidays are unknown. */
  isWithoutHolidays: boolean;
}

/**
 * Returns the opening times from one date to another, both included, by an OpenStreetMap entry `opening_hours`; null
 * when the entry is invalid. Times are local times of the place, regardless of the time zone of this process.
 */
export async function openDays(
  entry: string,
  where: Where,
  from: string,
  to: string,
): Promise<OpenDays | null> {
  const country = where.countryCode ?? "";
  const whole = WITHOUT_HOLIDAYS.has(country) ? null : await daysOf(entry, where, from, to);
  if (whole) return { days: whole, isWithoutHolidays: false };
  const rest = withoutHolidays(entry);
  const days = rest === "" ? null : await daysOf(rest, where, from, to);
  const isWithoutHolidays = rest !== entry;
  if (days && isWithoutHolidays && !/\bSH\b/.test(entry)) WITHOUT_HOLIDAYS.add(country);
  return days && { days, isWithoutHolidays };
}

/** Returns the opening times like {@link openDays}, with the holidays of the country at the coordinates. */
export async function openDaysAt(
  entry: string,
  at: Point,
  from: string,
  to: string,
): Promise<OpenDays | null> {
  const countryCode = (await openGazetteer()).nearestTown(at)?.countryCode ?? null;
  return openDays(entry, { ...at, countryCode }, from, to);
}

/** Countries whose public holidays are unknown. For these, the library would log a complaint each time. */
const WITHOUT_HOLIDAYS = new Set([""]);

/** The codes of public holidays and school holidays. */
const HOLIDAY = /\b[PS]H\b/;
const HOLIDAY_IN_LIST = /,\s*[PS]H\b|\b[PS]H\s*,\s*/g;

function withoutHolidays(entry: string): string {
  const rules = entry.replaceAll(HOLIDAY_IN_LIST, "").split(";");
  return rules
    .filter((rule) => !HOLIDAY.test(rule))
    .join(";")
    .trim();
}

async function daysOf(
  entry: string,
  { lat, lng, countryCode }: Where,
  from: string,
  to: string,
): Promise<OpenDay[] | null> {
  // The library is large and is needed only when somebody looks at a place, so it is loaded here.
  const { default: Entry } = await import("opening_hours");
  try {
    const address = { country_code: (countryCode ?? "").toLowerCase(), state: "" };
    const hours = new Entry(entry, { lat, lon: lng, address });
    // One more day at both ends is computed, so that spans which begin or end there are complete.
    const intervals = hours.getOpenIntervals(midnight(addDays(from, -1)), midnight(addDays(to, 2)));
    const spans = intervals.flatMap(([start, end, isUnsure, note]) => daily(start, end, isUnsure, note));
    return dateRange(from, to).map((date) => ({
      date,
      spans: spans.filter((span) => span.date === date).map(({ span }) => span),
    }));
  } catch {
    // The library fails for an invalid entry, and for one that needs holidays that are unknown.
    return null;
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The library's text for opening hours without an end. */
const GUESSED = /^Specified as open end/;

/**
 * Divides an interval into spans by the day on which they begin. An interval of more than one day is cut at midnight.
 */
function daily(
  start: Date,
  end: Date,
  isUnsure: boolean,
  comment: string | undefined,
): { date: string; span: OpenSpan }[] {
  const more = {
    ...(isUnsure && { isUnsure: true as const }),
    ...(comment && !GUESSED.test(comment) && { note: comment.slice(0, 200) }),
  };
  const spans: { date: string; span: OpenSpan }[] = [];
  let at = start;
  while (at < end) {
    const next = end.getTime() - at.getTime() <= DAY_MS ? end : midnight(addDays(dateOf(at), 1));
    spans.push({ date: dateOf(at), span: { opens: clockOf(at), closes: clockOf(next), ...more } });
    at = next;
  }
  return spans;
}

/* The library reads and writes local times of this process; they stand for local times of the place. */

function midnight(date: string): Date {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new Date(year, month - 1, day);
}

function dateOf(at: Date): string {
  return [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
}

function clockOf(at: Date): string {
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
