import { resource, route } from "#lib/server/http/route.ts";
import { previewTripFile, requireWithinPreviews } from "#lib/server/imports/import-trip.ts";
import { importsApi } from "#lib/shared/api/imports.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(
    importsApi.previewTrip,
    async ({ file }) => previewTripFile(file),
    ({ ctx }) => requireWithinPreviews(ctx),
  ),
);
