import { resource, route } from "#lib/server/http/route.ts";
import { getStreetImage } from "#lib/server/street-view/read-street-image.ts";
import { streetViewApi } from "#lib/shared/api/street-view.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(streetViewApi.get, ({ ctx, params }) => getStreetImage(ctx, params)),
);
