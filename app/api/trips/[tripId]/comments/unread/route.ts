import { listUnread } from "#lib/server/comments/read-threads.ts";
import { resource, route } from "#lib/server/http/route.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(commentsApi.unread, ({ ctx, params }) => listUnread(ctx, params.tripId)),
);
