import { resource, route } from "#lib/server/http/route.ts";
import { readPaste } from "#lib/server/places/paste/read-paste.ts";
import { placesApi } from "#lib/shared/api/places.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(placesApi.readPaste, ({ ctx, params, body }) => readPaste(ctx, params.tripId, body)),
);
