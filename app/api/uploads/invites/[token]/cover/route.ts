import { readInviteCover } from "#lib/server/covers/invite-cover.ts";
import { linkRoute, resource } from "#lib/server/http/route.ts";
import { json } from "#lib/server/http/to-response.ts";
import { coversApi } from "#lib/shared/api/covers.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  linkRoute(coversApi.ofInvite, async ({ headers }, { params }) => {
    const cover = await readInviteCover(headers, params.token);
    return json(JSON.stringify(cover), coversApi.ofInvite.status);
  }),
);
