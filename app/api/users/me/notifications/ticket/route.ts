import { resource, route } from "#lib/server/http/route.ts";
import { createInboxTicket } from "#lib/server/realtime/tickets.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(notificationsApi.ticket, ({ ctx }) => createInboxTicket(ctx)),
);
