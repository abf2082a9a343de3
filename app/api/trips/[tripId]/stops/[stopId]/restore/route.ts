import { resource, writeRoute } from "#lib/server/http/route.ts";
import { restoreStop } from "#lib/server/stops/restore-stop.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(stopsApi.restore, ({ ctx, params }) => restoreStop(ctx, params.tripId, params.stopId)),
);
