import { resource, route } from "#lib/server/http/route.ts";
import { listMembers } from "#lib/server/members/members.ts";
import { membersApi } from "#lib/shared/api/members.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(membersApi.list, ({ ctx, params }) => listMembers(ctx, params.tripId)),
);
