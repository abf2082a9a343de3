import { streamAgentEvents } from "#lib/server/agent/stream-events.ts";
import { eventStream } from "#lib/server/http/event-stream.ts";
import { resource } from "#lib/server/http/route.ts";
import { agentApi } from "#lib/shared/api/agent.ts";

/** Maximum duration of the function in seconds. The stream ends before that (lib/server/agent/stream-events.ts). */
export const maxDuration = 300;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  eventStream(agentApi.stream, ({ ctx, params, query, lastEventId }) =>
    streamAgentEvents(ctx, params.tripId, { ...query, lastEventId }),
  ),
);
