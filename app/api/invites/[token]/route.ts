import { resource, route } from "#lib/server/http/route.ts";
import { previewInvite } from "#lib/server/invites/accept-invite.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(invitesApi.preview, ({ ctx, params }) => previewInvite(ctx, params.token)),
);
