import { resource, writeRoute } from "#lib/server/http/route.ts";
import { voteOnStop } from "#lib/server/stops/vote-on-stop.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(stopsApi.vote, ({ ctx, params, body }) =>
    voteOnStop(ctx, params.tripId, params.stopId, body.value),
  ),
);
