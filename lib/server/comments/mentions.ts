import type { Db } from "#db/client.ts";
import { selectMembers } from "#db/queries/members.ts";
import { selectReservation } from "#db/queries/reservations.ts";
import { selectStop } from "#db/queries/stops.ts";
import type { CommentDto, CommentTarget } from "#lib/shared/comments.ts";
import { assertNever, invalidField } from "#lib/shared/errors.ts";
import type { Ctx } from "../context.ts";
import { notify } from "../notifications/notify.ts";
import type { TripWrite } from "../write.ts";

/**
 * @param known members that the comment names already; they may have left since.
 * @throws AppError VALIDATION_FAILED unless everybody else in `ids` is in the trip now, with an account or without.
 */
export async function requireMentioned(
  tx: Db,
  tripId: string,
  ids: readonly string[],
  known: readonly string[] = [],
): Promise<void> {
  const added = ids.filter((id) => !known.includes(id));
  if (added.length === 0) return;
  const rows = await selectMembers(tx, { tripId });
  const present = new Set(rows.filter(({ member }) => !member.leftAt).map(({ member }) => member.id));
  if (added.every((id) => present.has(id))) return;
  throw invalidField("mentions", "Mention members of the trip only.");
}

/** Tells those whom the comment names; `known` were told before. */
export async function tellMentioned(
  write: TripWrite,
  ctx: Ctx,
  { id, body, target, mentions }: CommentDto,
  known: readonly string[] = [],
): Promise<void> {
  const memberIds = mentions.filter((memberId) => !known.includes(memberId));
  if (memberIds.length === 0) return;
  const subject = await subjectOf(write.tx, write.trip.id, target);
  await notify(write, ctx, { kind: "mention", to: { memberIds }, subject, text: body, target, entityId: id });
}

/** What the thread is about, in the group's words; null: the trip itself. */
async function subjectOf(tx: Db, tripId: string, { kind, id }: CommentTarget): Promise<string | null> {
  switch (kind) {
    case "trip":
      return null;
    case "stop":
      return (await selectStop(tx, { tripId, stopId: id }))[0]?.stop.name ?? null;
    case "reservation":
      return (await selectReservation(tx, { tripId, reservationId: id }))[0]?.reservation.title ?? null;
    default:
      return assertNever(kind);
  }
}
