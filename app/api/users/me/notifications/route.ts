import { resource, route } from "#lib/server/http/route.ts";
import { listNotifications } from "#lib/server/notifications/inbox.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(notificationsApi.list, ({ ctx, query }) => listNotifications(ctx, query)),
);
