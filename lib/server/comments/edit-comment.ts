import { runPipelined } from "#db/client.ts";
import { saveComment, selectComment } from "#db/queries/comments.ts";
import { selectEventsOfEntity } from "#db/queries/events.ts";
import { selectMember } from "#db/queries/members.ts";
import type { CommentDto, CommentPatch } from "#lib/shared/comments.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import type { EventOp } from "#lib/shared/events.ts";
import { previousValues, changesSinceRead, refuseConflict } from "../writes/changes.ts";
import type { Ctx } from "../context.ts";
import { requoteNotifications } from "../notifications/notify.ts";
import { requireWriteMember, type TripWrite, writeTrip } from "../writes/write.ts";
import { redactComment } from "./redact-comment.ts";
import { requireWithinComments } from "./limits.ts";
import { currentMentionIds, requireMentioned, notifyMentioned } from "./mentions.ts";
import { readerUserIds, isReader, type Readers, readersOf, requireTarget } from "./target.ts";

type CommentChange = Partial<Pick<CommentDto, "body" | "mentions" | "editedAt" | "resolvedAt" | "deletedAt">>;

/**
 * Writes a comment's fields and records the event. The text of a deleted comment is removed from the event log in the
 * same transaction.
 */
export async function changeComment(
  write: TripWrite,
  comment: CommentDto,
  change: CommentChange,
  op: EventOp,
): Promise<CommentDto> {
  const tripId = write.trip.id;
  const changed = previousValues(comment, change);
  if (!changed) return comment;
  const record = JSON.stringify({ ...comment, ...change });
  const [saved] = await saveComment(write.tx, { tripId, id: comment.id, comment: record, at: write.at });
  if (!saved) throw notFound("comment");
  const isDelete = op === "comment.deleted";
  if (isDelete) await redactComment(write, comment.id);
  // The quotations of the text in the inboxes of mentioned users change, too.
  else if ("body" in changed || "deletedAt" in changed)
    requoteNotifications(write, comment.id, saved.comment.body);
  const after = isDelete ? { id: comment.id, target: comment.target } : saved.comment;
  const visibleTo = readerUserIds(await readersOf(write.tx, tripId, comment.target));
  write.record({ op, entityId: comment.id, before: changed, after, visibleTo });
  return saved.comment;
}

function requireOwn(write: TripWrite, comment: CommentDto, alsoOwner: boolean): void {
  const { id, role } = requireWriteMember(write);
  if (comment.memberId === id || (alsoOwner && role === "owner")) return;
  throw new AppError("FORBIDDEN", "Only the person who wrote this comment may do that.");
}

function requireComment(rows: { comment: CommentDto }[], deleted: "live" | "any"): CommentDto {
  const comment = rows[0]?.comment;
  if (!comment || (deleted === "live" && comment.deletedAt)) throw notFound("comment");
  return comment;
}

/**
 * Returns who may read the comment's thread.
 * @throws AppError NOT_FOUND when the thread's target is private to others
 */
async function requireReader(write: TripWrite, comment: CommentDto): Promise<Readers | null> {
  const readers = await readersOf(write.tx, write.trip.id, comment.target);
  if (isReader(readers, requireWriteMember(write).id)) return readers;
  throw notFound("comment");
}

/**
 * Changes a comment's text and mentions. A new text without `mentions` leaves the mentions as they are.
 * @throws AppError RATE_LIMITED
 */
export async function editComment(
  ctx: Ctx,
  tripId: string,
  id: string,
  { body, mentions }: CommentPatch,
): Promise<CommentDto> {
  await requireWithinComments(ctx, mentions ?? []);
  return writeTrip(ctx, tripId, "guest", {
    read: (tx) =>
      runPipelined([
        selectComment(tx, { tripId, id }),
        changesSinceRead(ctx, tx, tripId, { kind: "comment", id }, ["body", "mentions"]),
      ]),
    work: async (write, [rows, conflicts]) => {
      const comment = requireComment(rows, "live");
      const readers = await requireReader(write, comment);
      requireOwn(write, comment, false);
      refuseConflict(conflicts, comment);
      const named = mentions ? await currentMentionIds(write, mentions) : comment.mentions;
      const around = { known: comment.mentions, readers };
      await requireMentioned(write.tx, tripId, named, around);
      if (!previousValues(comment, { body, mentions: named })) return comment;
      const change = { body, mentions: named, editedAt: write.at.toISOString() };
      const saved = await changeComment(write, comment, change, "comment.updated");
      await notifyMentioned(write, ctx, saved, around);
      return saved;
    },
  });
}

export function deleteComment(ctx: Ctx, tripId: string, id: string): Promise<undefined> {
  return writeTrip(ctx, tripId, "guest", {
    read: (tx) => runPipelined([selectComment(tx, { tripId, id })]),
    work: async (write, [rows]) => {
      const comment = requireComment(rows, "live");
      await requireReader(write, comment);
      requireOwn(write, comment, true);
      await changeComment(write, comment, { deletedAt: write.at.toISOString() }, "comment.deleted");
      return undefined;
    },
  });
}

export function restoreComment(ctx: Ctx, tripId: string, id: string): Promise<CommentDto> {
  const deletions = { tripId, kinds: ["comment"], entityId: id, after: 0, fields: ["deletedAt"] };
  return writeTrip(ctx, tripId, "guest", {
    read: (tx) => runPipelined([selectComment(tx, { tripId, id }), selectEventsOfEntity(tx, deletions)]),
    work: async (write, [rows, touching]) => {
      const comment = requireComment(rows, "any");
      const deletion = touching.findLast((event) => event.op === "comment.deleted");
      return bringBackComment(write, comment, deletion?.actorId ?? null);
    },
  });
}

/** Restores a deleted comment. Its target must exist, and `deletedBy`, a user id, decides who may restore it. */
export async function bringBackComment(
  write: TripWrite,
  comment: CommentDto,
  deletedBy: string | null,
): Promise<CommentDto> {
  await requireReader(write, comment);
  await requireMayBringBack(write, comment, deletedBy);
  await requireTarget(write.tx, write.trip.id, comment.target, requireWriteMember(write).id);
  return changeComment(write, comment, { deletedAt: null }, "comment.restored");
}

/**
 * Checks who may restore a comment: its author, if the author deleted it; a comment that an owner deleted, only an
 * owner.
 */
async function requireMayBringBack(
  write: TripWrite,
  comment: CommentDto,
  deletedBy: string | null,
): Promise<void> {
  const [author] = await selectMember(write.tx, { tripId: write.trip.id, id: comment.memberId });
  const wasTaken = comment.deletedAt !== null && deletedBy !== null && deletedBy !== author?.member.userId;
  if (!wasTaken) return requireOwn(write, comment, false);
  if (requireWriteMember(write).role === "owner") return;
  throw new AppError("FORBIDDEN", "The trip's owner deleted this comment. Only the owner can bring it back.");
}

export function resolveComment(ctx: Ctx, tripId: string, id: string, resolved: boolean): Promise<CommentDto> {
  return writeTrip(ctx, tripId, "guest", {
    read: (tx) => runPipelined([selectComment(tx, { tripId, id })]),
    work: async (write, [rows]) => {
      const comment = requireComment(rows, "live");
      await requireReader(write, comment);
      if ((comment.resolvedAt !== null) === resolved) return comment;
      const resolvedAt = resolved ? write.at.toISOString() : null;
      return changeComment(write, comment, { resolvedAt }, "comment.resolved");
    },
  });
}
