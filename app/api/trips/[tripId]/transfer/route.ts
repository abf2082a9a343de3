import { resource, route } from "#lib/server/http/route.ts";
import { transferTrip } from "#lib/server/members/members.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(tripsApi.transfer, ({ ctx, params, body }) => transferTrip(ctx, params.tripId, body.userId)),
);
