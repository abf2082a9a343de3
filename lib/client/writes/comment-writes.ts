import type { CommentDto, NewComment } from "#lib/shared/comments.ts";
import { call } from "../base/api.ts";
import { commentsApi } from "../base/operations.ts";
import type { Write } from "./write.ts";

export function addCommentWrite(tripId: string, input: NewComment & { id: string }): Write<CommentDto> {
  return {
    label: { action: "addComment", entityId: input.id },
    send: (options) => call(commentsApi.create, { params: { tripId }, body: input }, options),
    predict: ({ trip, userId, now }) => {
      const member = trip.members.find((candidate) => candidate.userId === userId);
      if (!member) return [];
      const { id, target, body, mentions = [] } = input;
      const instants = { editedAt: null, resolvedAt: null, deletedAt: null, createdAt: now, updatedAt: now };
      return [
        {
          op: "comment.created",
          entity: { id, target, memberId: member.id, body, mentions, ...instants, version: 1 },
        },
      ];
    },
    confirm: (comment) => (comment.deletedAt === null ? [{ op: "comment.created", entity: comment }] : []),
    settledBy: "comment.created",
  };
}

export function editCommentWrite(
  tripId: string,
  comment: CommentDto,
  patch: { body: string; mentions: string[] },
  baseSeq: number | undefined,
): Write<CommentDto> {
  const params = { tripId, commentId: comment.id };
  return {
    label: { action: "editComment", entityId: comment.id },
    send: (options) => call(commentsApi.update, { params, body: patch }, options),
    predict: ({ now }) => [{ op: "comment.updated", entity: { ...next(comment), ...patch, editedAt: now } }],
    confirm: (edited) => [{ op: "comment.updated", entity: edited }],
    edit: { fields: Object.keys(patch), patch, baseSeq, force: false, current: () => comment },
  };
}

export function resolveCommentWrite(
  tripId: string,
  comment: CommentDto,
  resolved: boolean,
): Write<CommentDto> {
  const params = { tripId, commentId: comment.id };
  return {
    label: { action: "resolveComment", entityId: comment.id },
    send: (options) => call(commentsApi.resolve, { params, body: { resolved } }, options),
    predict: ({ now }) => [
      { op: "comment.resolved", entity: { ...next(comment), resolvedAt: resolved ? now : null } },
    ],
    confirm: (settled) => [{ op: "comment.resolved", entity: settled }],
  };
}

export function deleteCommentWrite(
  tripId: string,
  { id, target }: Pick<CommentDto, "id" | "target">,
): Write<undefined> {
  return {
    label: { action: "deleteComment", entityId: id },
    send: (options) => call(commentsApi.delete, { params: { tripId, commentId: id } }, options),
    predict: () => [{ op: "comment.deleted", entity: { id, target } }],
    settledBy: "comment.deleted",
  };
}

export function restoreCommentWrite(tripId: string, commentId: string): Write<CommentDto> {
  return {
    label: { action: "restoreComment", entityId: commentId },
    send: (options) => call(commentsApi.restore, { params: { tripId, commentId } }, options),
    predict: () => [],
    confirm: (comment) => [{ op: "comment.restored", entity: comment }],
    settledBy: "comment.restored",
  };
}

/** Returns an optimistic row with a higher version, so that it counts as newer than the row it was made from. */
function next(comment: CommentDto): CommentDto {
  return { ...comment, version: comment.version + 1 };
}
