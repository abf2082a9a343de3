import { resource, route } from "#lib/server/http/route.ts";
import { searchPlaces } from "#lib/server/places/search-places.ts";
import { placesApi } from "#lib/shared/api/places.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(placesApi.search, ({ ctx, query }) => searchPlaces(ctx, query)),
);
