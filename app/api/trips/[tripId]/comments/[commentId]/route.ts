import { deleteComment, editComment } from "#lib/server/comments/edit-comment.ts";
import { resource, route } from "#lib/server/http/route.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(commentsApi.update, ({ ctx, params, body }) =>
    editComment(ctx, params.tripId, params.commentId, body),
  ),
  route(commentsApi.delete, ({ ctx, params }) => deleteComment(ctx, params.tripId, params.commentId)),
);
