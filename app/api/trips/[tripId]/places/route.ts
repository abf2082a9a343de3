import { resource, route } from "#lib/server/http/route.ts";
import { searchPlacesForTrip } from "#lib/server/places/search-places.ts";
import { placesApi } from "#lib/shared/api/places.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(placesApi.searchForTrip, ({ ctx, params, query }) => searchPlacesForTrip(ctx, params.tripId, query)),
);
