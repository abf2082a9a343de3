import { resource, route } from "#lib/server/http/route.ts";
import { createTicket } from "#lib/server/realtime/tickets.ts";
import { realtimeApi } from "#lib/shared/api/realtime.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(realtimeApi.ticket, ({ ctx, params }) => createTicket(ctx, params.tripId)),
);
