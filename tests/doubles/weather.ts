import { addDays, daysBetween } from "#lib/shared/dates.ts";
import {
  answerJson,
  answerTrouble,
  startLoopback,
  type LoopbackServer,
  type Trouble,
} from "./loopback-server.ts";

export interface WeatherServer extends LoopbackServer {
  /** The path and query of each request. */
  requests: string[];
  trouble(kind: Trouble | null): void;
}

/** The made-up value of each variable on a date, which differs for each day of the month. */
const VALUES: Readonly<Record<string, (date: string) => number | string>> = {
  weather_code: (date) => [0, 2, 61, 3][dayOf(date) % 4] ?? 0,
  temperature_2m_max: (date) => 15 + dayOf(date) / 10,
  temperature_2m_min: (date) => 5 + dayOf(date) / 10,
  precipitation_probability_max: (date) => dayOf(date),
  // It rains on every second day.
  precipitation_sum: (date) => (dayOf(date) % 2) * 4,
  sunrise: (date) => `${date}T07:42`,
  sunset: (date) => `${date}T16:55`,
};
const FARTHEST_DAYS = 16;

/** Starts a double of Open-Meteo's `GET /v1/forecast` and `GET /v1/archive`, which refuses days without data. */
export async function startWeatherServer(): Promise<WeatherServer> {
  const requests: string[] = [];
  let trouble: Trouble | null = null;
  const server = await startLoopback((request, response) => {
    requests.push(request.url ?? "");
    if (answerTrouble(response, trouble)) return;
    const { pathname, searchParams } = new URL(request.url ?? "", "http://weather.test");
    const [from, to] = [searchParams.get("start_date") ?? "", searchParams.get("end_date") ?? ""];
    const today = new Date().toISOString().slice(0, 10);
    const isKnown =
      pathname === "/v1/forecast"
        ? to <= addDays(today, FARTHEST_DAYS)
        : pathname === "/v1/archive" && to < today;
    const names = (searchParams.get("daily") ?? "").split(",");
    if (!isKnown || names.some((name) => !(name in VALUES)))
      return answerJson(response, 400, { error: true, reason: "Parameter is out of its allowed range." });
    const time = Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => addDays(from, at));
    const told = names.map((name) => [name, time.map((date) => VALUES[name]?.(date) ?? null)]);
    const [latitude, longitude] = [searchParams.get("latitude"), searchParams.get("longitude")].map(Number);
    const daily = { time, ...Object.fromEntries(told) };
    answerJson(response, 200, { latitude, longitude, timezone: "Europe/Monaco", daily });
  });
  return {
    ...server,
    requests,
    trouble(kind) {
      trouble = kind;
    },
  };
}

function dayOf(date: string): number {
  return Number(date.slice(8));
}
