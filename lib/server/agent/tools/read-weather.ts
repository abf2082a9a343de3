import * as z from "zod";
import { addDays } from "#lib/shared/dates.ts";
import type { DayWeatherDto, TripWeather } from "#lib/shared/weather.ts";
import { env } from "../../env/env.ts";
import { withTimeout } from "../../process/timeout.ts";
import { tripWeather } from "../../weather/trip-weather.ts";
import { tool } from "../tool.ts";
import { withoutEmptyFields } from "./fit-result.ts";
import { findDay } from "./known-ids.ts";
import { HOURS_TIMEOUT_MS } from "./opening.ts";
import { readSharedTrip } from "./shared-trip.ts";
import { DayId } from "./stop-inputs.ts";

/** Maximum number of days in one result. */
const MOST = 31;
/** The maximum wait for the weather: forecast and past years are requested in parallel, the years one by one. */
const ALL_MS = 2 * HOURS_TIMEOUT_MS;

const NOBODY_ASKED = "Here nobody can be asked for the weather: nothing is known of it. Say so.";
const NOT_IN_TIME = "Not all of the weather came in time. Ask once more, or say that it was not checked.";
const USUAL =
  "kind usual is no forecast: it is what the last five years had around that date, and rainPercent the share of days with rain.";

export const readWeather = tool({
  name: "read_weather",
  description:
    "The weather of the trip's days, or of one day: the forecast where one reaches, else what is usual then. It names the days of which nothing is known.",
  input: z.strictObject({ dayId: DayId.nullish().describe("id of a day; left out: all days") }),
  async run(run, { dayId }) {
    const { ctx, tripId } = run;
    const trip = await readSharedTrip(run);
    const day = findDay(dayId ?? null, trip.days);
    const dates = (day ? [day] : trip.days).map(({ date }) => date);
    const isAsked = env().WEATHER_URL !== undefined || env().WEATHER_ARCHIVE_URL !== undefined;
    const asked = isAsked ? tripWeather(ctx, tripId, ctx.now()) : Promise.resolve(NOTHING);
    const weather = (await withTimeout(ALL_MS, asked, ctx.signal)) ?? { ...NOTHING, isPending: true };
    const told = toldWeather(dates, weather, ctx.now());
    return {
      told: withoutEmptyFields({ ...told, note: noteOf(weather, dates.length, isAsked) }),
      about: { ...(day && { date: day.date }) },
    };
  },
});

const NOTHING: TripWeather = { days: [], attribution: null, isPending: false };

function toldWeather(dates: readonly string[], { days, attribution }: TripWeather, now: Date): object {
  const shown = dates.slice(0, MOST);
  const known = new Map(days.map((day) => [day.date, day]));
  const found = shown.flatMap((date) => known.get(date) ?? []);
  const missing = shown.filter((date) => !known.has(date));
  // A date of yesterday in UTC can be today, because in some time zones it is still the day before.
  const yesterday = addDays(now.toISOString().slice(0, 10), -1);
  return {
    days: found.map(toldDay),
    notKnown: missing.filter((date) => date >= yesterday),
    isOver: missing.filter((date) => date < yesterday),
    credit: found.length > 0 ? attribution?.text : null,
  };
}

function toldDay({ date, kind, sky, high, low, rainChance, sunrise, sunset }: DayWeatherDto): object {
  const degrees = { highCelsius: high, lowCelsius: low };
  return withoutEmptyFields({ date, kind, sky, ...degrees, rainPercent: rainChance, sunrise, sunset });
}

function noteOf({ days, isPending }: TripWeather, count: number, isAsked: boolean): string {
  const words = [
    isAsked ? "" : NOBODY_ASKED,
    isPending ? NOT_IN_TIME : "",
    days.some(({ kind }) => kind === "usual") ? USUAL : "",
    count > MOST ? `Only the first ${MOST} days are told: give a dayId for another.` : "",
  ];
  return words.filter(Boolean).join(" ");
}
