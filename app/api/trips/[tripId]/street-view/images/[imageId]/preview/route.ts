import { privatePicture } from "#lib/server/http/picture.ts";
import { resource } from "#lib/server/http/route.ts";
import { openPreview } from "#lib/server/street-view/read-street-image.ts";
import { streetViewApi } from "#lib/shared/api/street-view.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  privatePicture(streetViewApi.preview, ({ ctx, params }) => openPreview(ctx, params)),
);
