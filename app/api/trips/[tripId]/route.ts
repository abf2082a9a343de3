import { readRoute, resource, route } from "#lib/server/http/route.ts";
import { getTrip } from "#lib/server/trips/read-trip.ts";
import { deleteTrip } from "#lib/server/trips/trip-state.ts";
import { updateTrip } from "#lib/server/trips/update-trip.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  readRoute(tripsApi.get, ({ ctx, params }) => getTrip(ctx, params.tripId)),
  route(tripsApi.update, ({ ctx, params, body }) => updateTrip(ctx, params.tripId, body)),
  route(tripsApi.delete, ({ ctx, params }) => deleteTrip(ctx, params.tripId)),
);
