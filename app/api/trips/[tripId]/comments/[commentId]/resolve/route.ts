import { resource, route } from "#lib/server/http/route.ts";
import { resolveComment } from "#lib/server/comments/edit-comment.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(commentsApi.resolve, ({ ctx, params, body }) =>
    resolveComment(ctx, params.tripId, params.commentId, body.resolved),
  ),
);
