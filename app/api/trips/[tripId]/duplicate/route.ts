import { resource, route } from "#lib/server/http/route.ts";
import { duplicateTrip } from "#lib/server/trips/duplicate-trip.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(tripsApi.duplicate, ({ ctx, params, body }) => duplicateTrip(ctx, params.tripId, body)),
);
