import { openInviteCover } from "#lib/server/covers/invite-cover.ts";
import { publicPicture } from "#lib/server/http/picture.ts";
import { resource } from "#lib/server/http/route.ts";
import { coversApi } from "#lib/shared/api/covers.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  publicPicture(coversApi.pictureOfInvite, (request, { params, query }) =>
    openInviteCover(request, params.token, query.key),
  ),
);
