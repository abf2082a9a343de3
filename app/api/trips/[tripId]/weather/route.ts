import { resource, route } from "#lib/server/http/route.ts";
import { tripWeather } from "#lib/server/weather/trip-weather.ts";
import { weatherApi } from "#lib/shared/api/weather.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(weatherApi.ofTrip, ({ ctx, params }) => tripWeather(ctx, params.tripId)),
);
