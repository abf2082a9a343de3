import { resource, route } from "#lib/server/http/route.ts";
import { importTrip, requireWithinImports } from "#lib/server/imports/import-trip.ts";
import { importsApi } from "#lib/shared/api/imports.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(
    importsApi.createTrip,
    ({ ctx, query, file }) => importTrip(ctx, query, file),
    ({ ctx }) => requireWithinImports(ctx),
  ),
);
