import * as z from "zod";
import { addDays } from "#lib/shared/dates.ts";
import { CalendarDate, WallTime } from "#lib/shared/fields.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { Sky } from "#lib/shared/weather.ts";
import type { Asked, Question } from "../open-services/open-service.ts";

/** A forecast reaches from today to so many days ahead. */
export const FORECAST_DAYS = 16;

const HOUR_MS = 3_600_000;
const FORECAST_LIFE_MS = 3 * HOUR_MS;
const PAST_LIFE_MS = 180 * 24 * HOUR_MS;

export interface ForecastDay {
  date: string;
  sky: Sky | null;
  /** In °C. */
  high: number;
  low: number;
  /** In percent. */
  rainChance: number | null;
  /** By the clocks of the place. */
  sunrise: string | null;
  sunset: string | null;
}

export interface PastDay {
  date: string;
  /** In °C. */
  high: number;
  low: number;
  /** In millimetres. */
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
  /** Without a slash at its end. */
  url: string;
  /** Of a paid plan. */
  apiKey?: string | undefined;
}

/**
 * What Open-Meteo's `GET /v1/forecast` is asked, and what its answer says.
 * @param today the date in UTC: in some places it is the day before, or after
 */
export function forecastQuestion(
  service: WeatherService,
  spot: Point,
  today: string,
): Question<ForecastDay[]> {
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

/** What its `GET /v1/archive` is asked of days that are over, and what the answer says. */
export function pastQuestion(
  service: WeatherService,
  spot: Point,
  from: string,
  to: string,
): Question<PastDay[]> {
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

/** Whoever's plan it is, the answer is the same. */
function askedOf({ url, apiKey }: WeatherService, path: string): Asked {
  const plain = `${url}${path}`;
  return apiKey ? { url: `${plain}&apikey=${encodeURIComponent(apiKey)}`, sameAs: plain } : { url: plain };
}

/** @throws Error for a refusal: it says nothing of the weather */
function wellAnswered(body: unknown, status: number): unknown {
  if (status >= 400) throw new Error(`It answered ${status}.`);
  return body;
}

/** @throws Error for no answer of its kind */
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

/** @throws Error for no answer of its kind */
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

/** Those whose temperatures are known, with their place in the lists. */
function* daysIn({ time, temperature_2m_max, temperature_2m_min }: Daily) {
  for (const [at, date] of time.entries()) {
    const [high, low] = [temperature_2m_max[at] ?? null, temperature_2m_min[at] ?? null];
    if (high !== null && low !== null) yield { date, at, high: tenths(high), low: tenths(low) };
  }
}

/** To a tenth of a degree. */
export function tenths(value: number): number {
  // Never -0, which JSON writes as 0.
  return Math.round(value * 10) / 10 + 0;
}

function percent(value: number | null): number | null {
  return value === null ? null : Math.min(100, Math.max(0, Math.round(value)));
}

/** "2026-12-05T07:42" */
function timeIn(instant: string | null): string | null {
  const parsed = WallTime.safeParse(instant?.split("T")[1]);
  return parsed.success ? parsed.data : null;
}

/** By the codes of the World Meteorological Organization that the service uses; null for one of no such kind. */
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
