import { resource, route } from "#lib/server/http/route.ts";
import { importExpenses } from "#lib/server/imports/expenses/import-expenses.ts";
import { requireMayImportPlaces } from "#lib/server/imports/import-places.ts";
import { importsApi } from "#lib/shared/api/imports.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(
    importsApi.createExpenses,
    ({ ctx, params, query, file }) => importExpenses(ctx, params.tripId, query, file),
    ({ ctx, params }) => requireMayImportPlaces(ctx, params.tripId),
  ),
);
