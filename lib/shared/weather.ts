import * as z from "zod";
import { CalendarDate, Id, WallTime } from "./fields.ts";

/** The kinds of weather; each day has the one that lasts longest. */
export const SKIES = [
  "clear",
  "partly-cloudy",
  "cloudy",
  "fog",
  "drizzle",
  "rain",
  "showers",
  "snow",
  "thunderstorm",
] as const;
export type Sky = (typeof SKIES)[number];

const Celsius = z.number().min(-100).max(100).meta({ description: "in °C, to a tenth" });

export const DayWeatherDto = z
  .object({
    dayId: Id,
    date: CalendarDate,
    kind: z.enum(["forecast", "usual"]).meta({
      description: "`usual`: what the last five years had around this date, where no forecast reaches",
    }),
    sky: z.enum(SKIES).nullable().meta({ description: "null: not told, as of `usual` weather" }),
    high: Celsius,
    low: Celsius,
    rainChance: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .meta({ description: "in percent; of `usual` weather the share of days with rain or snow" }),
    sunrise: WallTime.nullable().meta({ description: "by the clocks of the place" }),
    sunset: WallTime.nullable(),
  })
  .meta({ id: "DayWeather" });
export type DayWeatherDto = z.infer<typeof DayWeatherDto>;

export const TripWeather = z
  .object({
    days: z.array(DayWeatherDto).meta({ description: "those that something is known of" }),
    attribution: z
      .object({ text: z.string(), href: z.url() })
      .nullable()
      .meta({ description: "to be shown beside the weather, as a link" }),
    isPending: z
      .boolean()
      .meta({ description: "the service was late or in trouble: ask again in half a minute" }),
  })
  .meta({ id: "TripWeather" });
export type TripWeather = z.infer<typeof TripWeather>;
