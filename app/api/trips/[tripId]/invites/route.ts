import { resource, route } from "#lib/server/http/route.ts";
import { createInvite, listInvites } from "#lib/server/invites/invites.ts";
import { invitesApi } from "#lib/shared/api/invites.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(invitesApi.list, ({ ctx, params }) => listInvites(ctx, params.tripId)),
  route(invitesApi.create, ({ ctx, params, body }) => createInvite(ctx, params.tripId, body)),
);
