import { resource, route } from "#lib/server/http/route.ts";
import { markNotificationsRead } from "#lib/server/notifications/inbox.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(notificationsApi.read, ({ ctx, body }) => markNotificationsRead(ctx, body)),
);
