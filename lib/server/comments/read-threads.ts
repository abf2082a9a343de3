import { selectComment } from "#db/queries/comments.ts";
import { selectUnread, upsertReadMark } from "#db/queries/comment-reads.ts";
import type { InboxRoom } from "#db/queries/inbox-rooms.ts";
import type { CommentDto, ReadMark, UnreadThread } from "#lib/shared/comments.ts";
import { type AppError, invalidField } from "#lib/shared/errors.ts";
import { refusalOfStranger, requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { markMentionsRead } from "../notifications/inbox.ts";
import { writeUserData } from "../writes/user-write.ts";
import { scheduleInboxUpdate } from "../realtime/inbox-updates.ts";
import type { TripWrite } from "../writes/write.ts";
import { isReader, readersOf } from "./target.ts";

/**
 * Lists the caller's unread threads, newest first. The list is empty for readers of the demo trip, for whom the service
 * stores no read marks.
 */
export async function listUnread(ctx: Ctx, tripId: string): Promise<UnreadThread[]> {
  const { memberId } = await requireAccess(ctx, tripId, "guest");
  if (memberId === null) return [];
  const rows = await selectUnread(ctx.db, { tripId, memberId });
  return rows.map(({ thread }) => thread);
}

/**
 * Sets how far the caller has read a thread, and returns the resulting mark. Only the caller may see the mark, so the
 * write has no event, needs no lock, and works in an archived trip.
 */
export async function markRead(ctx: Ctx, tripId: string, { target, upTo }: ReadMark): Promise<ReadMark> {
  const { memberId } = await requireAccess(ctx, tripId, "guest");
  if (memberId === null) throw await refusalOfStranger(ctx, ctx.db, tripId);
  let rooms: InboxRoom[] = [];
  const mark = await writeUserData(ctx, async (tx, at) => {
    const [found] = await selectComment(tx, { tripId, id: upTo });
    if (found?.comment.target.kind !== target.kind || found.comment.target.id !== target.id)
      throw unknownComment();
    if (!isReader(await readersOf(tx, tripId, target), memberId)) throw unknownComment();
    const place = { memberId, tripId, kind: target.kind, targetId: target.id };
    const [row] = await upsertReadMark(tx, { ...place, upTo, at });
    if (!row) throw new Error("An upsert returned no row.");
    rooms = await markMentionsRead(tx, { target, upTo }, { userId: ctx.viewer.userId, tripId, at });
    return { target, upTo: row.upTo };
  });
  for (const room of rooms) scheduleInboxUpdate(room);
  return mark;
}

function unknownComment(): AppError {
  return invalidField("upTo", "This is no comment of that thread.");
}

/** Marks a thread as read by the author of a new comment. */
export function markReadByAuthor(write: TripWrite, { id, memberId, target }: CommentDto): void {
  const mark = { tripId: write.trip.id, kind: target.kind, targetId: target.id, upTo: id, at: write.at };
  write.send(upsertReadMark(write.tx, { memberId, ...mark }));
}
