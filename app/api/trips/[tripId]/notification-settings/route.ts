import { resource, route } from "#lib/server/http/route.ts";
import { getTripSettings, updateTripSettings } from "#lib/server/notifications/trip-settings.ts";
import { notificationsApi } from "#lib/shared/api/notifications.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(notificationsApi.getSettings, ({ ctx, params }) => getTripSettings(ctx, params.tripId)),
  route(notificationsApi.updateSettings, ({ ctx, params, body }) =>
    updateTripSettings(ctx, params.tripId, body),
  ),
);
