import { resource, route } from "#lib/server/http/route.ts";
import { restoreComment } from "#lib/server/comments/edit-comment.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(commentsApi.restore, ({ ctx, params }) => restoreComment(ctx, params.tripId, params.commentId)),
);
