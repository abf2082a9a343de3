import { addDays, daysBetween } from "#lib/shared/dates.ts";
import { type PastDay, tenths } from "./open-meteo.ts";

const YEARS = 5;
/** The archive has a day some days after it. */
const ARCHIVE_LAG_DAYS = 10;
/** Days before and after that count, too, so that one storm five years ago says little. */
const AROUND_DAYS = 3;
/** Fewer days than this are no habit. */
const FEWEST = 10;
/** In millimetres: less than this nobody notices. */
const RAIN_MM = 1;

export interface DateRange {
  from: string;
  to: string;
}

/** The whole month of a date in each of the last five years in which that month is over; the same for all trips to it. */
export function pastMonths(date: string, today: string): DateRange[] {
  const known = addDays(today, -ARCHIVE_LAG_DAYS);
  const month = date.slice(5, 7);
  const last = Number(known.slice(0, 4));
  const newest = monthOf(last, month).to <= known ? last : last - 1;
  return Array.from({ length: YEARS }, (_, ago) => monthOf(newest - ago, month));
}

function monthOf(year: number, month: string): DateRange {
  const from = `${year}-${month}-01`;
  // The 28th and four days are always in the month after.
  const next = addDays(`${year}-${month}-28`, 4);
  return { from, to: addDays(`${next.slice(0, 7)}-01`, -1) };
}

export interface UsualWeather {
  /** In °C. */
  high: number;
  low: number;
  /** In percent of days. */
  rainChance: number | null;
}

/** The averages of what days of past years around a date had; null where too few of them are known. */
export function usualWeather(date: string, past: readonly PastDay[]): UsualWeather | null {
  const around = past.filter((day) => Math.abs(daysApart(date, day.date)) <= AROUND_DAYS);
  if (around.length < FEWEST) return null;
  const rains = around.flatMap(({ rain }) => (rain === null ? [] : [rain]));
  const wet = rains.filter((rain) => rain >= RAIN_MM).length;
  return {
    high: average(around.map(({ high }) => high)),
    low: average(around.map(({ low }) => low)),
    rainChance: rains.length === 0 ? null : Math.round((100 * wet) / rains.length),
  };
}

/** Within one month, whatever the years. */
function daysApart(date: string, other: string): number {
  return daysBetween(`2000-${date.slice(5)}`, `2000-${other.slice(5)}`);
}

function average(values: readonly number[]): number {
  return tenths(values.reduce((sum, value) => sum + value, 0) / values.length);
}
