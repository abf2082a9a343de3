import { resource, route } from "#lib/server/http/route.ts";
import { mergePlaceholder } from "#lib/server/members/merge-placeholder.ts";
import { membersApi } from "#lib/shared/api/members.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(membersApi.mergePlaceholder, ({ ctx, params, body }) =>
    mergePlaceholder(ctx, params.tripId, params.memberId, body),
  ),
);
