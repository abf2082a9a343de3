import { addDays, daysBetween } from "#lib/shared/dates.ts";
import { type PastDay, roundToTenth } from "./open-meteo.ts";

const YEARS = 5;
/** After how many days the archive certainly contains a day. */
const ARCHIVE_LAG_DAYS = 10;
/**
 * Number of days before and after the date that are included in the average, so that a single storm has little
 * influence.
 */
const AROUND_DAYS = 3;
/** The minimum number of days for an average. */
const FEWEST = 10;
/** The rain in millimetres below which a day counts as dry. */
const RAIN_MM = 1;

export interface DateRange {
  from: string;
  to: string;
}

/**
 * Returns the whole month of a date in each of the last five years in which that month is over. The ranges are the same
 * for all trips in that month, so that answers are shared.
 */
export function pastMonths(date: string, today: string): DateRange[] {
  const known = addDays(today, -ARCHIVE_LAG_DAYS);
  const month = date.slice(5, 7);
  const last = Number(known.slice(0, 4));
  const newest = monthOf(last, month).to <= known ? last : last - 1;
  return Array.from({ length: YEARS }, (_, ago) => monthOf(newest - ago, month));
}

function monthOf(year: number, month: string): DateRange {
  const from = `${year}-${month}-01`;
  // Four days after the 28th is always in the next month.
  const next = addDays(`${year}-${month}-28`, 4);
  return { from, to: addDays(`${next.slice(0, 7)}-01`, -1) };
}

export interface UsualWeather {
  /** The average of the highest temperatures in °C. */
  high: number;
  low: number;
  /** Percentage of days with rain. */
  rainChance: number | null;
}

/** Returns the averages of the days around a date in past years; null when too few of these are known. */
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

/** Returns the number of days between two dates of the same month, regardless of the year. */
function daysApart(date: string, other: string): number {
  return daysBetween(`2000-${date.slice(5)}`, `2000-${other.slice(5)}`);
}

function average(values: readonly number[]): number {
  return roundToTenth(values.reduce((sum, value) => sum + value, 0) / values.length);
}
