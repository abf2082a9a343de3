import { resource, route } from "#lib/server/http/route.ts";
import { previewExpenses } from "#lib/server/imports/expenses/import-expenses.ts";
import { requireMayPreviewPlaces } from "#lib/server/imports/import-places.ts";
import { importsApi } from "#lib/shared/api/imports.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(
    importsApi.previewExpenses,
    ({ ctx, params, file }) => previewExpenses(ctx, params.tripId, file),
    ({ ctx, params }) => requireMayPreviewPlaces(ctx, params.tripId),
  ),
);
