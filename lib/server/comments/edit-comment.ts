import { pipelined } from "#db/client.ts";
import { saveComment, selectComment } from "#db/queries/comments.ts";
import { selectTouching } from "#db/queries/events.ts";
import type { CommentDto } from "#lib/shared/comments.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import type { EventOp } from "#lib/shared/events.ts";
import { changedFrom, changesSinceRead, refuseConflict } from "../changes.ts";
import type { Ctx } from "../context.ts";
import { memberOf, type TripWrite, writeTrip } from "../write.ts";
import { requireTarget } from "./add-comment.ts";
import { forgetWords } from "./forget-words.ts";

type CommentChange = Partial<Pick<CommentDto, "body" | "editedAt" | "resolvedAt" | "deletedAt">>;

/** Writes a comment's fields and logs them. A deleted comment's text leaves the history in the same transaction. */
export async function changeComment(
  write: TripWrite,
  comment: CommentDto,
  change: CommentChange,
  op: EventOp,
): Promise<CommentDto> {
  const tripId = write.trip.id;
  const changed = changedFrom(comment, change);
  if (!changed) return comment;
  const record = JSON.stringify({ ...comment, ...change });
  const [saved] = await saveComment(write.tx, { tripId, id: comment.id, comment: record, at: write.at });
  if (!saved) throw notFound("comment");
  const isDelete = op === "comment.deleted";
  if (isDelete) await forgetWords(write, comment.id);
  const after = isDelete ? { id: comment.id, target: comment.target } : saved.comment;
  write.record({ op, entityId: comment.id, before: changed, after });
  return saved.comment;
}

function requireOwn(write: TripWrite, comment: CommentDto, alsoOwner: boolean): void {
  const { id, role } = memberOf(write);
  if (comment.memberId === id || (alsoOwner && role === "owner")) return;
  throw new AppError("FORBIDDEN", "Only the person who wrote this comment may do that.");
}

function requireComment(rows: { comment: CommentDto }[], deleted: "live" | "any"): CommentDto {
  const comment = rows[0]?.comment;
  if (!comment || (deleted === "live" && comment.deletedAt)) throw notFound("comment");
  return comment;
}

export function editComment(ctx: Ctx, tripId: string, id: string, body: string): Promise<CommentDto> {
  return writeTrip(ctx, tripId, "guest", {
    read: (tx) =>
      pipelined([
        selectComment(tx, { tripId, id }),
        changesSinceRead(ctx, tx, tripId, { kind: "comment", id }, ["body"]),
      ]),
    work: async (write, [rows, conflicts]) => {
      const comment = requireComment(rows, "live");
      requireOwn(write, comment, false);
      refuseConflict(conflicts, comment);
      if (comment.body === body) return comment;
      return changeComment(write, comment, { body, editedAt: write.at.toISOString() }, "comment.updated");
    },
  });
}

export function deleteComment(ctx: Ctx, tripId: string, id: string): Promise<undefined> {
  return writeTrip(ctx, tripId, "guest", {
    read: (tx) => pipelined([selectComment(tx, { tripId, id })]),
    work: async (write, [rows]) => {
      const comment = requireComment(rows, "live");
      requireOwn(write, comment, true);
      await changeComment(write, comment, { deletedAt: write.at.toISOString() }, "comment.deleted");
      return undefined;
    },
  });
}

export function restoreComment(ctx: Ctx, tripId: string, id: string): Promise<CommentDto> {
  const deletions = { tripId, kinds: ["comment"], entityId: id, after: 0, fields: ["deletedAt"] };
  return writeTrip(ctx, tripId, "guest", {
    read: (tx) => pipelined([selectComment(tx, { tripId, id }), selectTouching(tx, deletions)]),
    work: async (write, [rows, touching]) => {
      const comment = requireComment(rows, "any");
      // Owners take back what they deleted, not what its author took away from everyone's eyes.
      requireOwn(write, comment, touching.at(-1)?.actorId === ctx.viewer.userId);
      return bringBackComment(write, comment);
    },
  });
}

/** Undeletes a comment; what it is about must be there. */
export async function bringBackComment(write: TripWrite, comment: CommentDto): Promise<CommentDto> {
  await requireTarget(write.tx, write.trip.id, comment.target);
  return changeComment(write, comment, { deletedAt: null }, "comment.restored");
}

export function resolveComment(ctx: Ctx, tripId: string, id: string, resolved: boolean): Promise<CommentDto> {
  return writeTrip(ctx, tripId, "guest", {
    read: (tx) => pipelined([selectComment(tx, { tripId, id })]),
    work: async (write, [rows]) => {
      const comment = requireComment(rows, "live");
      if ((comment.resolvedAt !== null) === resolved) return comment;
      const resolvedAt = resolved ? write.at.toISOString() : null;
      return changeComment(write, comment, { resolvedAt }, "comment.resolved");
    },
  });
}
