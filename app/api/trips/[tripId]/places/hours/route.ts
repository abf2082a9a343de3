import { resource, route } from "#lib/server/http/route.ts";
import { plannedHours } from "#lib/server/places/about/planned-hours.ts";
import { placesApi } from "#lib/shared/api/places.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(placesApi.plannedHours, ({ ctx, params }) => plannedHours(ctx, params.tripId)),
);
