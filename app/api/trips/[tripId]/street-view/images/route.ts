import { resource, route } from "#lib/server/http/route.ts";
import { searchStreetView } from "#lib/server/street-view/search-street-view.ts";
import { streetViewApi } from "#lib/shared/api/street-view.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(streetViewApi.search, ({ ctx, params, query }) => searchStreetView(ctx, params.tripId, query)),
);
