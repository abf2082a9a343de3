import { resource, route } from "#lib/server/http/route.ts";
import { unsubscribe } from "#lib/server/push/subscriptions.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(notificationsApi.unsubscribe, ({ ctx, params }) => unsubscribe(ctx, params.subscriptionId)),
);
