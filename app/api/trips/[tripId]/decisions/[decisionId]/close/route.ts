import { closeDecision } from "#lib/server/decisions/close-decision.ts";
import { resource, writeRoute } from "#lib/server/http/route.ts";
import { decisionsApi } from "#lib/shared/api/decisions.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(decisionsApi.close, ({ ctx, params, body }) =>
    closeDecision(ctx, params.tripId, params.decisionId, body),
  ),
);
