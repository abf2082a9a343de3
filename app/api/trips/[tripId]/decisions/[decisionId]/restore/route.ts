import { restoreDecision } from "#lib/server/decisions/reopen-decision.ts";
import { resource, writeRoute } from "#lib/server/http/route.ts";
import { decisionsApi } from "#lib/shared/api/decisions.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(decisionsApi.restore, ({ ctx, params }) =>
    restoreDecision(ctx, params.tripId, params.decisionId),
  ),
);
