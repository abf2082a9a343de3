import type { Db } from "#db/client.ts";
import { selectMembers } from "#db/queries/members.ts";
import type { CommentDto } from "#lib/shared/comments.ts";
import { invalidField } from "#lib/shared/errors.ts";
import type { Ctx } from "../context.ts";
import { currentIdsOf, readMergedIds } from "../members/merged-ids.ts";
import { notify } from "../notifications/notify.ts";
import type { TripWrite } from "../writes/write.ts";
import { readerUserIds, isReader, type Readers, targetTitle } from "./target.ts";

/** Returns the current ids of mentioned members: the id of a merged placeholder is replaced by its member's. */
export async function currentMentionIds({ tx, trip }: TripWrite, ids: readonly string[]): Promise<string[]> {
  return ids.length === 0 ? [] : currentIdsOf(await readMergedIds(tx, trip.id, ids), ids);
}

interface Around {
  /** Members that the comment mentioned before; they may have left since. */
  known?: readonly string[];
  /** Who can read the thread; null: everybody. */
  readers: Readers | null;
}

/**
 * Checks the mentioned members.
 * @throws AppError VALIDATION_FAILED unless everybody else in `ids` is in the trip now, with an account or without, and
 * can see the thread's target
 */
export async function requireMentioned(
  tx: Db,
  tripId: string,
  ids: readonly string[],
  { known = [], readers }: Around,
): Promise<void> {
  const added = ids.filter((id) => !known.includes(id));
  if (added.length === 0) return;
  const rows = await selectMembers(tx, { tripId });
  const present = new Set(rows.filter(({ member }) => !member.leftAt).map(({ member }) => member.id));
  if (!added.every((id) => present.has(id)))
    throw invalidField("mentions", "Mention members of the trip only.");
  if (!added.every((id) => isReader(readers, id)))
    throw invalidField("mentions", "Mention only people who see this.");
}

/** Notifies the mentioned members; members in `known` were notified before. */
export async function notifyMentioned(
  write: TripWrite,
  ctx: Ctx,
  { id, body, target, mentions }: CommentDto,
  { known = [], readers }: Around,
): Promise<void> {
  const memberIds = mentions.filter((memberId) => !known.includes(memberId));
  if (memberIds.length === 0) return;
  const subject = await targetTitle(write.tx, write.trip.id, target);
  const about = { subject, text: body, target, entityId: id };
  await notify(write, ctx, {
    kind: "mention",
    to: { memberIds },
    ...about,
    visibleTo: readerUserIds(readers),
  });
}
