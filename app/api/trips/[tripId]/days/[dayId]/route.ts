import { resource, writeRoute } from "#lib/server/http/route.ts";
import { updateDay } from "#lib/server/trips/days.ts";
import { daysApi } from "#lib/shared/api/days.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(daysApi.update, ({ ctx, params, body }) => updateDay(ctx, params.tripId, params.dayId, body)),
);
