import { addDecision } from "#lib/server/decisions/add-decision.ts";
import { listDecisions } from "#lib/server/decisions/list-decisions.ts";
import { resource, route, writeRoute } from "#lib/server/http/route.ts";
import { decisionsApi } from "#lib/shared/api/decisions.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(decisionsApi.list, ({ ctx, params }) => listDecisions(ctx, params.tripId)),
  writeRoute(decisionsApi.create, ({ ctx, params, body }) => addDecision(ctx, params.tripId, body)),
);
