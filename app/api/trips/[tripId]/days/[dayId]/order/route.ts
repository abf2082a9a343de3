import { resource, writeRoute } from "#lib/server/http/route.ts";
import { orderDay } from "#lib/server/stops/order-day.ts";
import { daysApi } from "#lib/shared/api/days.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(daysApi.order, ({ ctx, params, body }) => orderDay(ctx, params.tripId, params.dayId, body)),
);
