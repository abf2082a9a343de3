import { resource, route } from "#lib/server/http/route.ts";
import { listEvents } from "#lib/server/events/list-events.ts";
import { eventsApi } from "#lib/shared/api/events.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(eventsApi.list, ({ ctx, params, query }) => listEvents(ctx, params.tripId, query.after, query.limit)),
);
