import { resource, route } from "#lib/server/http/route.ts";
import { requireMayImportPlaces, importPlaces } from "#lib/server/imports/import-places.ts";
import { importsApi } from "#lib/shared/api/imports.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(
    importsApi.create,
    ({ ctx, params, query, file }) => importPlaces(ctx, params.tripId, query, file),
    ({ ctx, params }) => requireMayImportPlaces(ctx, params.tripId),
  ),
);
