import { resource, route } from "#lib/server/http/route.ts";
import { addPlaceholder } from "#lib/server/members/placeholders.ts";
import { membersApi } from "#lib/shared/api/members.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(membersApi.addPlaceholder, ({ ctx, params, body }) => addPlaceholder(ctx, params.tripId, body)),
);
