import { listAgentEvents } from "#lib/server/agent/read-agent.ts";
import { resource, route } from "#lib/server/http/route.ts";
import { agentApi } from "#lib/shared/api/agent.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(agentApi.events, ({ ctx, params, query }) => listAgentEvents(ctx, params.tripId, query)),
);
