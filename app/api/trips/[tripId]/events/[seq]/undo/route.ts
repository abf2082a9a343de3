import { resource, route } from "#lib/server/http/route.ts";
import { undoGroup } from "#lib/server/undo/undo-group.ts";
import { eventsApi } from "#lib/shared/api/events.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(eventsApi.undo, ({ ctx, params }) => undoGroup(ctx, params.tripId, params.seq)),
);
