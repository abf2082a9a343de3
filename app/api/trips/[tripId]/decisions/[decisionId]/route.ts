import { deleteDecision, updateDecision } from "#lib/server/decisions/edit-decision.ts";
import { resource, writeRoute } from "#lib/server/http/route.ts";
import { decisionsApi } from "#lib/shared/api/decisions.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(decisionsApi.update, ({ ctx, params, body }) =>
    updateDecision(ctx, params.tripId, params.decisionId, body),
  ),
  writeRoute(decisionsApi.delete, ({ ctx, params }) => deleteDecision(ctx, params.tripId, params.decisionId)),
);
