import { changeAgentSettings } from "#lib/server/agent/steer-agent.ts";
import { resource, route } from "#lib/server/http/route.ts";
import { agentApi } from "#lib/shared/api/agent.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(agentApi.settings, ({ ctx, params, body }) => changeAgentSettings(ctx, params.tripId, body)),
);
