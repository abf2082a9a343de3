import { exportTrip } from "#lib/server/exports/export-trip.ts";
import { resource, route } from "#lib/server/http/route.ts";
import { exportsApi } from "#lib/shared/api/exports.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(exportsApi.read, ({ ctx, params, query }) => exportTrip(ctx, params.tripId, query)),
);
