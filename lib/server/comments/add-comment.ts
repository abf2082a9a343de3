import type { Db } from "#db/client.ts";
import { insertComment, selectComment } from "#db/queries/comments.ts";
import { selectStop } from "#db/queries/stops.ts";
import type { CommentDto, CommentTarget, NewComment } from "#lib/shared/comments.ts";
import { assertNever, notFound } from "#lib/shared/errors.ts";
import type { Ctx } from "../context.ts";
import { createOnce, type Creation } from "../creation.ts";
import { memberOf, writeTrip } from "../write.ts";

/** @throws AppError NOT_FOUND when the thing to comment on is not in this trip, or deleted. */
export async function requireTarget(tx: Db, tripId: string, { kind, id }: CommentTarget): Promise<void> {
  switch (kind) {
    case "trip":
      if (id !== tripId) throw notFound("trip");
      return;
    case "stop": {
      const [row] = await selectStop(tx, { tripId, stopId: id });
      if (!row || row.stop.deletedAt) throw notFound("stop");
      return;
    }
    default:
      assertNever(kind);
  }
}

export function addComment(ctx: Ctx, tripId: string, input: NewComment): Promise<CommentDto> {
  const creation: Creation = { kind: "comment", tripId, input };
  const { target, body } = input;
  return createOnce(
    ctx,
    creation,
    (id, claim) =>
      writeTrip(ctx, tripId, "guest", {
        // A refused target must not hide a 404 for the trip, so its outcome is looked at under the lock's.
        read: async (tx) =>
          requireTarget(tx, tripId, target).then(
            () => null,
            (refusal: unknown) => ({ refusal }),
          ),
        work: async (write, refused) => {
          if (refused) throw refused.refusal;
          const memberId = memberOf(write).id;
          const row = { id, tripId, kind: target.kind, targetId: target.id, memberId, body, at: write.at };
          write.claim(claim);
          const [inserted] = await insertComment(write.tx, row);
          if (!inserted) throw new Error("An insert returned no row.");
          write.record({ op: "comment.created", entityId: id, after: inserted.comment });
          return inserted.comment;
        },
      }),
    async (id) => (await selectComment(ctx.db, { tripId, id }))[0]?.comment,
  );
}
