import { addComment } from "#lib/server/comments/add-comment.ts";
import { listComments } from "#lib/server/comments/list-comments.ts";
import { resource, route } from "#lib/server/http/route.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(commentsApi.list, ({ ctx, params, query }) => listComments(ctx, params.tripId, query)),
  route(commentsApi.create, ({ ctx, params, body }) => addComment(ctx, params.tripId, body)),
);
