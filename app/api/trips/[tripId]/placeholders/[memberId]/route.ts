import { resource, route } from "#lib/server/http/route.ts";
import { removePlaceholder, renamePlaceholder } from "#lib/server/members/placeholders.ts";
import { membersApi } from "#lib/shared/api/members.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(membersApi.renamePlaceholder, ({ ctx, params, body }) =>
    renamePlaceholder(ctx, params.tripId, params.memberId, body),
  ),
  route(membersApi.removePlaceholder, ({ ctx, params }) =>
    removePlaceholder(ctx, params.tripId, params.memberId),
  ),
);
