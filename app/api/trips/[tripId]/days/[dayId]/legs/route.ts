import { resource, route } from "#lib/server/http/route.ts";
import { listLegs } from "#lib/server/routes/list-legs.ts";
import { legsApi } from "#lib/shared/api/legs.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(legsApi.list, ({ ctx, params }) => listLegs(ctx, params.tripId, params.dayId)),
);
