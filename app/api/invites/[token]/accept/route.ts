import { resource, route } from "#lib/server/http/route.ts";
import { acceptInvite } from "#lib/server/invites/accept-invite.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(invitesApi.accept, ({ ctx, params, query }) => acceptInvite(ctx, params.token, query.merge)),
);
