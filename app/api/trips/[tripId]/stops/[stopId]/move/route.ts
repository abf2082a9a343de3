import { resource, writeRoute } from "#lib/server/http/route.ts";
import { moveStop } from "#lib/server/stops/move-stop.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(stopsApi.move, ({ ctx, params, body }) => moveStop(ctx, params.tripId, params.stopId, body)),
);
