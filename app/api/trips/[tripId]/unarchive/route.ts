import { resource, route } from "#lib/server/http/route.ts";
import { unarchiveTrip } from "#lib/server/trips/trip-state.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(tripsApi.unarchive, ({ ctx, params }) => unarchiveTrip(ctx, params.tripId)),
);
