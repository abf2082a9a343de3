import { resource, route } from "#lib/server/http/route.ts";
import { search } from "#lib/server/trips/search.ts";
import { searchApi } from "#lib/shared/api/search.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(searchApi.find, ({ ctx, query }) => search(ctx, query)),
);
