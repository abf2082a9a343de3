import { privatePicture } from "#lib/server/http/picture.ts";
import { resource } from "#lib/server/http/route.ts";
import { openPlacePicture } from "#lib/server/places/about/place-picture.ts";
import { placesApi } from "#lib/shared/api/places.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  privatePicture(placesApi.picture, ({ ctx, params, query }) =>
    openPlacePicture(ctx, params.tripId, query.ref),
  ),
);
