import { resource, route } from "#lib/server/http/route.ts";
import { restorePlaceholder } from "#lib/server/members/placeholders.ts";
import { membersApi } from "#lib/shared/api/members.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(membersApi.restorePlaceholder, ({ ctx, params }) =>
    restorePlaceholder(ctx, params.tripId, params.memberId),
  ),
);
