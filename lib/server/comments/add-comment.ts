import { insertComment, selectComment } from "#db/queries/comments.ts";
import type { CommentDto, NewComment } from "#lib/shared/comments.ts";
import type { Ctx } from "../context.ts";
import { createOnce, type CreationRequest } from "../writes/creation.ts";
import { requireWriteMember, writeTrip } from "../writes/write.ts";
import { requireWithinComments } from "./limits.ts";
import { currentMentionIds, requireMentioned, notifyMentioned } from "./mentions.ts";
import { markReadByAuthor } from "./read-threads.ts";
import { readerUserIds, requireTarget } from "./target.ts";

/**
 * Adds a comment.
 * @throws AppError NOT_FOUND as {@link requireTarget}; VALIDATION_FAILED for mentions; RATE_LIMITED
 */
export function addComment(ctx: Ctx, tripId: string, input: NewComment): Promise<CommentDto> {
  const creation: CreationRequest = { kind: "comment", tripId, input };
  const { target, body } = input;
  return createOnce(
    ctx,
    creation,
    async (id, claim) => {
      await requireWithinComments(ctx, input.mentions ?? []);
      return writeTrip(ctx, tripId, "guest", {
        // The target's error is thrown only after the lock's, since it must not hide a 404 for the trip.
        read: async (tx) =>
          requireTarget(tx, tripId, target, ctx.viewer.userId).then(
            (readers) => ({ readers }),
            (refusal: unknown) => ({ refusal }),
          ),
        work: async (write, found) => {
          if ("refusal" in found) throw found.refusal;
          const { readers } = found;
          const memberId = requireWriteMember(write).id;
          const frame = { id, tripId, kind: target.kind, targetId: target.id, memberId };
          const mentions = await currentMentionIds(write, input.mentions ?? []);
          const row = { ...frame, body, mentions, at: write.at };
          await requireMentioned(write.tx, tripId, mentions, { readers });
          write.claim(claim);
          const [inserted] = await insertComment(write.tx, row);
          if (!inserted) throw new Error("An insert returned no row.");
          markReadByAuthor(write, inserted.comment);
          await notifyMentioned(write, ctx, inserted.comment, { readers });
          const visibleTo = readerUserIds(readers);
          write.record({ op: "comment.created", entityId: id, after: inserted.comment, visibleTo });
          return inserted.comment;
        },
      });
    },
    async (id) => (await selectComment(ctx.db, { tripId, id }))[0]?.comment,
  );
}
