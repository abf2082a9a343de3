import { selectThread } from "#db/queries/comments.ts";
import type { CommentDto, CommentTarget } from "#lib/shared/comments.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { readIdCursor } from "../http/id-cursor.ts";
import { requireTarget } from "./target.ts";

interface ThreadQuery {
  target: CommentTarget;
  limit: number;
  cursor?: string | undefined;
}

export async function listComments(ctx: Ctx, tripId: string, query: ThreadQuery): Promise<CommentDto[]> {
  const { target, limit, cursor } = query;
  await requireAccess(ctx, tripId, "guest");
  await requireTarget(ctx.db, tripId, target, ctx.viewer.userId);
  const after = readIdCursor(cursor);
  const rows = await selectThread(ctx.db, { tripId, kind: target.kind, targetId: target.id, after, limit });
  const last = rows.at(-1);
  if (last && rows.length === limit) ctx.reply.nextCursor = last.comment.id;
  return rows.map(({ comment }) => comment);
}
