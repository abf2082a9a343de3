import { getAgentStatus } from "#lib/server/agent/read-agent.ts";
import { resource, route } from "#lib/server/http/route.ts";
import { agentApi } from "#lib/shared/api/agent.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(agentApi.status, ({ ctx, params }) => getAgentStatus(ctx, params.tripId)),
);
