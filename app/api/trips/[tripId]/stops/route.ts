import { resource, writeRoute } from "#lib/server/http/route.ts";
import { addStop } from "#lib/server/stops/add-stop.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(stopsApi.create, ({ ctx, params, body }) => addStop(ctx, params.tripId, body)),
);
