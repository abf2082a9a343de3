import { cancelAgent } from "#lib/server/agent/steer-agent.ts";
import { resource, route } from "#lib/server/http/route.ts";
import { agentApi } from "#lib/shared/api/agent.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(agentApi.cancel, ({ ctx, params }) => cancelAgent(ctx, params.tripId)),
);
