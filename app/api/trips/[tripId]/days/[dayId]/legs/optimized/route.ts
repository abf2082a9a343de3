import { resource, route } from "#lib/server/http/route.ts";
import { optimizedDay } from "#lib/server/routes/optimized-day.ts";
import { legsApi } from "#lib/shared/api/legs.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(legsApi.optimized, ({ ctx, params }) => optimizedDay(ctx, params.tripId, params.dayId)),
);
