import { resource, route } from "#lib/server/http/route.ts";
import { deleteInvite } from "#lib/server/invites/invites.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(invitesApi.revoke, ({ ctx, params }) => deleteInvite(ctx, params.tripId, params.inviteId)),
);
