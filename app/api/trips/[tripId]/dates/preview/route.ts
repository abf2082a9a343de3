import { resource, route } from "#lib/server/http/route.ts";
import { previewDates } from "#lib/server/trips/preview-dates.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(tripsApi.previewDates, ({ ctx, params, body }) => previewDates(ctx, params.tripId, body)),
);
