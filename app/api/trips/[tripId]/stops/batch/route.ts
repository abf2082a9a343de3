import { resource, writeRoute } from "#lib/server/http/route.ts";
import { addStops } from "#lib/server/stops/add-stops.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(stopsApi.createMany, ({ ctx, params, body }) => addStops(ctx, params.tripId, body.stops)),
);
