import type { Db } from "#db/client.ts";
import { insertComment, selectComment } from "#db/queries/comments.ts";
import { selectReservation } from "#db/queries/reservations.ts";
import { selectStop } from "#db/queries/stops.ts";
import type { CommentDto, CommentTarget, NewComment } from "#lib/shared/comments.ts";
import { assertNever, notFound } from "#lib/shared/errors.ts";
import type { Ctx } from "../context.ts";
import { createOnce, type Creation } from "../creation.ts";
import { memberOf, writeTrip } from "../write.ts";
import { requireWithinComments } from "./limits.ts";
import { requireMentioned, tellMentioned } from "./mentions.ts";
import { markOwn } from "./read-threads.ts";

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
    case "reservation": {
      const [row] = await selectReservation(tx, { tripId, reservationId: id });
      if (!row || row.reservation.deletedAt) throw notFound("reservation");
      return;
    }
    default:
      assertNever(kind);
  }
}

/** @throws AppError NOT_FOUND as {@link requireTarget}, VALIDATION_FAILED for mentions, RATE_LIMITED */
export function addComment(ctx: Ctx, tripId: string, input: NewComment): Promise<CommentDto> {
  const creation: Creation = { kind: "comment", tripId, input };
  const { target, body, mentions = [] } = input;
  return createOnce(
    ctx,
    creation,
    async (id, claim) => {
      await requireWithinComments(ctx, mentions);
      return writeTrip(ctx, tripId, "guest", {
        // A refused target must not hide a 404 for the trip, so its outcome is looked at under the lock's.
        read: async (tx) =>
          requireTarget(tx, tripId, target).then(
            () => null,
            (refusal: unknown) => ({ refusal }),
          ),
        work: async (write, refused) => {
          if (refused) throw refused.refusal;
          const memberId = memberOf(write).id;
          const frame = { id, tripId, kind: target.kind, targetId: target.id, memberId };
          const row = { ...frame, body, mentions, at: write.at };
          await requireMentioned(write.tx, tripId, mentions);
          write.claim(claim);
          const [inserted] = await insertComment(write.tx, row);
          if (!inserted) throw new Error("An insert returned no row.");
          markOwn(write, inserted.comment);
          await tellMentioned(write, ctx, inserted.comment);
          write.record({ op: "comment.created", entityId: id, after: inserted.comment });
          return inserted.comment;
        },
      });
    },
    async (id) => (await selectComment(ctx.db, { tripId, id }))[0]?.comment,
  );
}
