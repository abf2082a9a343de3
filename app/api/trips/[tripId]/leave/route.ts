import { resource, route } from "#lib/server/http/route.ts";
import { leaveTrip } from "#lib/server/members/members.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(tripsApi.leave, ({ ctx, params }) => leaveTrip(ctx, params.tripId)),
);
