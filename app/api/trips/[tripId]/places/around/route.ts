import { resource, route } from "#lib/server/http/route.ts";
import { placesAround } from "#lib/server/places/around/places-around.ts";
import { placesApi } from "#lib/shared/api/places.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(placesApi.around, ({ ctx, params, query }) => placesAround(ctx, params.tripId, query)),
);
