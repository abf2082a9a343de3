import { readRoute, resource, route } from "#lib/server/http/route.ts";
import { createTrip } from "#lib/server/trips/create-trip.ts";
import { listTrips } from "#lib/server/trips/read-trip.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  readRoute(tripsApi.list, ({ ctx, query }) => listTrips(ctx, query)),
  route(tripsApi.create, ({ ctx, body }) => createTrip(ctx, body)),
);
