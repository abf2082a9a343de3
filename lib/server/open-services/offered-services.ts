import type { OfferedServices } from "#lib/shared/offered-services.ts";
import type { Env } from "../env/env.ts";

export function offeredServices({
  ROUTING_URL,
  TRANSIT_URL,
  WEATHER_URL,
  PLACE_FACTS_URL,
}: Pick<Env, "ROUTING_URL" | "TRANSIT_URL" | "WEATHER_URL" | "PLACE_FACTS_URL">): OfferedServices {
  return {
    router: ROUTING_URL !== undefined,
    timetables: TRANSIT_URL !== undefined,
    weather: WEATHER_URL !== undefined,
    placeFacts: PLACE_FACTS_URL !== undefined,
  };
}
