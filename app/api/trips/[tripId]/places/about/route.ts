import { resource, route } from "#lib/server/http/route.ts";
import { aboutPlace } from "#lib/server/places/about/about-place.ts";
import { placesApi } from "#lib/shared/api/places.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(placesApi.about, ({ ctx, params, query }) => aboutPlace(ctx, params.tripId, query)),
);
