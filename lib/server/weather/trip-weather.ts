import { selectPlacedDays } from "#db/queries/weather.ts";
import { weatherApi } from "#lib/shared/api/weather.ts";
import { addDays } from "#lib/shared/dates.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { DayWeatherDto, TripWeather } from "#lib/shared/weather.ts";
import { requireAccess } from "../access/access.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import type { Ctx } from "../context.ts";
import { env } from "../env/env.ts";
import { type ConfiguredService, configuredService } from "../open-services/clients.ts";
import { OPEN_SERVICES } from "../open-services/services.ts";
import { type DaySpot, daySpots } from "./day-spots.ts";
import { FORECAST_DAYS, forecastRequest, pastWeatherRequest, type WeatherService } from "./open-meteo.ts";
import { pastMonths, usualWeather } from "./usual-weather.ts";

/** The rate limit by user. A page sends one request, and another when the plan has changed. */
const LIMIT = { windowSeconds: 600, max: 120 };

/**
 * Returns the weather of a trip's days from today on, in their order: the forecast, or else the usual weather of the
 * season.
 * @throws AppError NOT_FOUND, RATE_LIMITED
 */
export async function tripWeather(ctx: Ctx, tripId: string, now = new Date()): Promise<TripWeather> {
  await requireAccess(ctx, tripId, "guest");
  await requireWithinLimit(new Headers(), weatherApi.ofTrip.path, LIMIT, { subject: ctx.viewer.userId });
  const rows = await selectPlacedDays(ctx.db, { tripId });
  const today = now.toISOString().slice(0, 10);
  // The first day is yesterday in UTC, because in some time zones it is still that day.
  const first = addDays(today, -1);
  const spots = daySpots(rows, rows[0]?.destination ?? null).filter(({ date }) => date >= first);
  const [soon, later] = [new Map<string, DaySpot[]>(), new Map<string, DaySpot[]>()];
  for (const day of spots) {
    if (day.date < addDays(today, FORECAST_DAYS)) addTo(soon, spotKey(day.spot), day);
    else addTo(later, `${spotKey(day.spot)} ${day.date.slice(5, 7)}`, day);
  }
  const [forecasts, usual] = await Promise.all([
    Promise.all([...soon.values()].map((days) => forecastOf(days, today))),
    usualOfAll([...later.values()], today),
  ]);
  const found = [...forecasts, ...usual];
  const known = found.flatMap((days) => days ?? []);
  return {
    days: known.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    attribution: known.length > 0 ? ATTRIBUTION : null,
    isPending: found.includes(null),
  };
}

const [CREDIT] = OPEN_SERVICES.weather.credits;
const ATTRIBUTION = { text: CREDIT.name, href: CREDIT.href };

/** The weather of days at one place; null: no answer now, but there may be one later. */
type Found = DayWeatherDto[] | null;

async function forecastOf(days: readonly DaySpot[], today: string): Promise<Found> {
  const [first] = days;
  const service = configuredService("weather");
  if (!first || !service) return [];
  const answer = await service.client.ask(forecastRequest(withKey(service), first.spot, today));
  if (!answer) return null;
  const byDate = new Map(answer.says.map((told) => [told.date, told]));
  return days.flatMap(({ dayId, date }) => {
    const told = byDate.get(date);
    return told ? { ...told, dayId, kind: "forecast" as const } : [];
  });
}

/**
 * Finds the usual weather of one place and month after the other, because each takes several requests. It stops when
 * the service's deadline has passed.
 */
async function usualOfAll(groups: ReadonlyArray<readonly DaySpot[]>, today: string): Promise<Found[]> {
  const until = performance.now() + OPEN_SERVICES.pastWeather.deadlineMs;
  const found: Found[] = [];
  for (const days of groups) {
    const told = performance.now() < until ? await usualOf(days, today) : null;
    found.push(told);
    if (!told) break;
  }
  return found;
}

/** Finds the usual weather for days of one calendar month at one place. */
async function usualOf(days: readonly DaySpot[], today: string): Promise<Found> {
  const [first] = days;
  const service = configuredService("pastWeather");
  if (!first || !service) return [];
  const past = await pastDays(service, first.spot, first.date, today);
  return (
    past &&
    days.flatMap(({ dayId, date }) => {
      const usual = usualWeather(date, past);
      return usual
        ? { dayId, date, kind: "usual" as const, sky: null, ...usual, sunrise: null, sunset: null }
        : [];
    })
  );
}

/** Returns the weather of past days; null when the answer for some year is missing. */
async function pastDays(service: ConfiguredService, spot: Point, date: string, today: string) {
  const months = pastMonths(date, today);
  const years = await Promise.all(
    months.map(({ from, to }) => service.client.ask(pastWeatherRequest(withKey(service), spot, from, to))),
  );
  return years.includes(null) ? null : years.flatMap((year) => year?.says ?? []);
}

function withKey({ url }: ConfiguredService): WeatherService {
  return { url, apiKey: env().WEATHER_API_KEY };
}

function spotKey({ lat, lng }: Point): string {
  return `${lat},${lng}`;
}

function addTo<Key, Value>(groups: Map<Key, Value[]>, key: Key, value: Value): void {
  const group = groups.get(key);
  if (group) group.push(value);
  else groups.set(key, [value]);
}
