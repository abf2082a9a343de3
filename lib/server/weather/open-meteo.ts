import * as z from "zod";
import { addDays } from "#lib/shared/dates.ts";
import { CalendarDate, WallTime } from "#lib/shared/fields.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { Sky } from "#lib/shared/weather.ts";
import type { SentRequest, JsonRequest } from "../open-services/open-service.ts";

/** How many days a forecast covers, beginning with today. */
export const FORECAST_DAYS = 16;

const HOUR_MS = 3_600_000;
const FORECAST_LIFE_MS = 3 * HOUR_MS;
const PAST_LIFE_MS = 180 * 24 * HOUR_MS;

export interface ForecastDay {
  date: string;
  sky: Sky | null;
  /** The highest temperature in °C. */
  high: number;
  low: number;
  /** The probability of rain in percent. */
  rainChance: number | null;
  /** The time of the sunrise in the local time of the place. */
  sunrise: string | null;
  sunset: string | null;
}

export interface PastDay {
  date: string;
  /** The highest temperature in °C. */
  high: number;
  low: number;
  /** The amount of rain in millimetres. */
  rain: number | null;
}

const Numbers = z.array(z.number().nullable());
const Instants = z.array(z.string().nullable());
const Forecast = z.object({
  daily: z.object({
    time: z.array(CalendarDate),
    weather_code: Numbers.optional(),
    temperature_2m_max: Numbers,
    temperature_2m_min: Numbers,
    precipitation_probability_max: Numbers.optional(),
    sunrise: Instants.optional(),
    sunset: Instants.optional(),
  }),
});
const Past = z.object({
  daily: z.object({
    time: z.array(CalendarDate),
    temperature_2m_max: Numbers,
    temperature_2m_min: Numbers,
    precipitation_sum: Numbers.optional(),
  }),
});

export interface WeatherService {
  /** The URL without a slash at its end. */
  url: string;
  /** The API key of a paid plan. */
  apiKey?: string | undefined;
}

/**
 * Returns the request for Open-Meteo's `GET /v1/forecast`, and how its answer is read.
 * @param today the date in UTC; in some time zones it is the day before or after
 */
export function forecastRequest(
  service: WeatherService,
  spot: Point,
  today: string,
): JsonRequest<ForecastDay[]> {
  const asked = query(spot, addDays(today, -1), addDays(today, FORECAST_DAYS - 1), [
    "weather_code",
    "temperature_2m_max",
    "temperature_2m_min",
    "precipitation_probability_max",
    "sunrise",
    "sunset",
  ]);
  return {
    ...askedOf(service, `/v1/forecast?${asked}`),
    read: (body, status) => forecastDays(wellAnswered(body, status)),
    keptMs: () => FORECAST_LIFE_MS,
  };
}

/** Returns the request for Open-Meteo's `GET /v1/archive` about past days, and how its answer is read. */
export function pastWeatherRequest(
  service: WeatherService,
  spot: Point,
  from: string,
  to: string,
): JsonRequest<PastDay[]> {
  const asked = query(spot, from, to, ["temperature_2m_max", "temperature_2m_min", "precipitation_sum"]);
  return {
    ...askedOf(service, `/v1/archive?${asked}`),
    read: (body, status) => pastDays(wellAnswered(body, status)),
    keptMs: () => PAST_LIFE_MS,
  };
}

function query({ lat, lng }: Point, from: string, to: string, daily: readonly string[]): string {
  const asked = { latitude: String(lat), longitude: String(lng), daily: daily.join(",") };
  return new URLSearchParams({ ...asked, timezone: "auto", start_date: from, end_date: to }).toString();
}

/** Adds the API key to a request. `sameAs` leaves it out, because the answer does not depend on it. */
function askedOf({ url, apiKey }: WeatherService, path: string): SentRequest {
  const plain = `${url}${path}`;
  return apiKey ? { url: `${plain}&apikey=${encodeURIComponent(apiKey)}`, sameAs: plain } : { url: plain };
}

/**
 * Returns the body of a successful answer.
 * @throws Error for an error status, which says nothing about the weather
 */
function wellAnswered(body: unknown, status: number): unknown {
  if (status >= 400) throw new Error(`It answered ${status}.`);
  return body;
}

/**
 * Reads a forecast.
 * @throws Error for an invalid answer
 */
function forecastDays(body: unknown): ForecastDay[] {
  const { daily } = Forecast.parse(body);
  const days: ForecastDay[] = [];
  for (const { date, at, high, low } of daysIn(daily)) {
    days.push({
      date,
      sky: skyOf(daily.weather_code?.[at] ?? null),
      high,
      low,
      rainChance: percent(daily.precipitation_probability_max?.[at] ?? null),
      sunrise: timeIn(daily.sunrise?.[at] ?? null),
      sunset: timeIn(daily.sunset?.[at] ?? null),
    });
  }
  return days;
}

/**
 * Reads the weather of past days.
 * @throws Error for an invalid answer
 */
function pastDays(body: unknown): PastDay[] {
  const { daily } = Past.parse(body);
  const days: PastDay[] = [];
  for (const { date, at, high, low } of daysIn(daily)) {
    days.push({ date, high, low, rain: daily.precipitation_sum?.[at] ?? null });
  }
  return days;
}

interface Daily {
  time: readonly string[];
  temperature_2m_max: readonly (number | null)[];
  temperature_2m_min: readonly (number | null)[];
}

/** Yields the days whose temperatures are known, with their index in the lists. */
function* daysIn({ time, temperature_2m_max, temperature_2m_min }: Daily) {
  for (const [at, date] of time.entries()) {
    const [high, low] = [temperature_2m_max[at] ?? null, temperature_2m_min[at] ?? null];
    if (high !== null && low !== null) yield { date, at, high: roundToTenth(high), low: roundToTenth(low) };
  }
}

/** Rounds to a tenth of a degree. */
export function roundToTenth(value: number): number {
  // The addition turns -0 into 0, which is also how JSON writes it.
  return Math.round(value * 10) / 10 + 0;
}

function percent(value: number | null): number | null {
  return value === null ? null : Math.min(100, Math.max(0, Math.round(value)));
}

/** Returns the time of an instant such as "2026-12-05T07:42". */
function timeIn(instant: string | null): string | null {
  const parsed = WallTime.safeParse(instant?.split("T")[1]);
  return parsed.success ? parsed.data : null;
}

/**
 * Maps the weather codes of the World Meteorological Organization to a kind of sky: each entry is for the codes up to
 * its own that are above the previous entry's. null: the codes have no matching kind.
 */
const SKY_UP_TO: ReadonlyArray<readonly [code: number, sky: Sky | null]> = [
  [1, "clear"],
  [2, "partly-cloudy"],
  [3, "cloudy"],
  [44, null],
  [48, "fog"],
  [50, null],
  [57, "drizzle"],
  [60, null],
  [67, "rain"],
  [70, null],
  [77, "snow"],
  [79, null],
  [82, "showers"],
  [84, null],
  [86, "snow"],
  [94, null],
  [99, "thunderstorm"],
];

function skyOf(code: number | null): Sky | null {
  if (code === null || code < 0) return null;
  return SKY_UP_TO.find(([last]) => code <= last)?.[1] ?? null;
}
