import { askAgent } from "#lib/server/agent/ask-agent.ts";
import { listAgentMessages } from "#lib/server/agent/read-agent.ts";
import { resource, route } from "#lib/server/http/route.ts";
import { agentApi } from "#lib/shared/api/agent.ts";

/** Maximum duration of the function in seconds. The agent run continues in it after the answer. */
export const maxDuration = 300;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(agentApi.messages, ({ ctx, params, query }) => listAgentMessages(ctx, params.tripId, query)),
  route(agentApi.ask, ({ ctx, params, body }) => askAgent(ctx, params.tripId, body)),
);
