import { resource, route } from "#lib/server/http/route.ts";
import { getPush, subscribe } from "#lib/server/push/subscriptions.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(notificationsApi.getPush, ({ ctx }) => getPush(ctx)),
  route(notificationsApi.subscribe, ({ ctx, body }) => subscribe(ctx, body)),
);
