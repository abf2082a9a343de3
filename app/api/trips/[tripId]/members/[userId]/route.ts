import { resource, route } from "#lib/server/http/route.ts";
import { removeMember, updateMember } from "#lib/server/members/members.ts";
import { membersApi } from "#lib/shared/api/members.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(membersApi.update, ({ ctx, params, body }) =>
    updateMember(ctx, params.tripId, params.userId, body.role),
  ),
  route(membersApi.remove, ({ ctx, params }) => removeMember(ctx, params.tripId, params.userId)),
);
