import { resource, route } from "#lib/server/http/route.ts";
import { requireMayPreviewPlaces, previewPlaces } from "#lib/server/imports/import-places.ts";
import { importsApi } from "#lib/shared/api/imports.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(
    importsApi.preview,
    ({ ctx, params, query, file }) => previewPlaces(ctx, params.tripId, query, file),
    ({ ctx, params }) => requireMayPreviewPlaces(ctx, params.tripId),
  ),
);
