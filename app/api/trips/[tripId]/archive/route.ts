import { resource, route } from "#lib/server/http/route.ts";
import { archiveTrip } from "#lib/server/trips/trip-state.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(tripsApi.archive, ({ ctx, params }) => archiveTrip(ctx, params.tripId)),
);
