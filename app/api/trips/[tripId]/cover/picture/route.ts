import { openTripCover } from "#lib/server/covers/read-cover.ts";
import { privatePicture } from "#lib/server/http/picture.ts";
import { resource } from "#lib/server/http/route.ts";
import { coversApi } from "#lib/shared/api/covers.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  privatePicture(coversApi.picture, ({ ctx, params, query }) => openTripCover(ctx, params.tripId, query.key)),
);
