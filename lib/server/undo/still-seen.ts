import { selectAttachment } from "#db/queries/attachments.ts";
import { selectComment } from "#db/queries/comments.ts";
import type { StoredEvent } from "#db/queries/events.ts";
import type { CommentTarget } from "#lib/shared/comments.ts";
import { isReader, readersOf } from "../comments/target.ts";
import { requireWriteMember, type TripWrite } from "../writes/write.ts";

/**
 * Whether the caller, who could see the event when it was written, can still see its row. Private rows of other members
 * count as absent.
 */
export async function isStillSeen(write: TripWrite, event: StoredEvent): Promise<boolean> {
  if (event.visibleTo === null) return true;
  const target = await targetOf(write, event);
  if (target === null) return true;
  return isReader(await readersOf(write.tx, write.trip.id, target), requireWriteMember(write).id);
}

/**
 * Returns the row that decides who may see an event's row; null: the row itself decides, and its visibility never
 * changes.
 */
async function targetOf(
  { tx, trip }: TripWrite,
  { op, entityId: id }: StoredEvent,
): Promise<CommentTarget | null> {
  switch (op.slice(0, op.indexOf("."))) {
    case "expense":
      return { kind: "expense", id };
    case "comment":
      return (await selectComment(tx, { tripId: trip.id, id }))[0]?.comment.target ?? null;
    case "attachment":
      return (await selectAttachment(tx, { tripId: trip.id, id }))[0]?.attachment.target ?? null;
    default:
      return null;
  }
}
