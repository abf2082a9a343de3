import { resource, writeRoute } from "#lib/server/http/route.ts";
import { deleteStop, updateStop } from "#lib/server/stops/edit-stop.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(stopsApi.update, ({ ctx, params, body }) => updateStop(ctx, params.tripId, params.stopId, body)),
  writeRoute(stopsApi.delete, ({ ctx, params }) => deleteStop(ctx, params.tripId, params.stopId)),
);
