import { resource, route } from "#lib/server/http/route.ts";
import { getTripAsOf } from "#lib/server/history/trip-as-of.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(tripsApi.snapshot, ({ ctx, params, query }) => getTripAsOf(ctx, params.tripId, query)),
);
