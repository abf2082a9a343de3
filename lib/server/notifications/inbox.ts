import type { Db } from "#db/client.ts";
import { type InboxRoom, markInboxRoomsDue } from "#db/queries/inbox-rooms.ts";
import { markRead, markThreadRead, selectInbox, selectInboxState } from "#db/queries/notifications.ts";
import type { ReadMark } from "#lib/shared/comments.ts";
import type { NotificationDto, ReadNotifications } from "#lib/shared/notifications.ts";
import type { InboxState } from "#lib/shared/protocol.ts";
import type { Ctx } from "../context.ts";
import { readIdCursor } from "../http/id-cursor.ts";
import { writeUserData } from "../writes/user-write.ts";
import { scheduleInboxUpdate } from "../realtime/inbox-updates.ts";

interface Page {
  limit: number;
  cursor?: string | undefined;
}

export async function listNotifications(ctx: Ctx, { limit, cursor }: Page): Promise<NotificationDto[]> {
  const before = readIdCursor(cursor);
  const rows = await selectInbox(ctx.db, { userId: ctx.viewer.userId, before, limit });
  const last = rows.at(-1);
  if (last && rows.length === limit) ctx.reply.nextCursor = last.notification.id;
  return rows.map(({ notification }) => notification);
}

export async function getInboxState({ db, viewer }: Pick<Ctx, "db" | "viewer">): Promise<InboxState> {
  const [state] = await selectInboxState(db, { userId: viewer.userId });
  if (!state) throw new Error("A select without a table returned no row.");
  return state;
}

/** Marks notifications as read; returns the remaining state. The user's other windows are notified. */
export async function markNotificationsRead(ctx: Ctx, { ids, upTo }: ReadNotifications): Promise<InboxState> {
  const { userId } = ctx.viewer;
  let rooms: InboxRoom[] = [];
  const state = await writeUserData(ctx, async (tx, at) => {
    const read = await markRead(tx, { userId, ids: ids ?? null, upTo: upTo ?? null, at });
    if (read.length > 0) rooms = await markInboxRoomsDue(tx, { userIds: [userId], at });
    const [left] = await selectInboxState(tx, { userId });
    if (!left) throw new Error("A select without a table returned no row.");
    return left;
  });
  for (const room of rooms) scheduleInboxUpdate(room);
  return state;
}

/**
 * Marks the mentions of a thread as read that the user has read in the trip. Returns the rooms to notify after the
 * commit.
 */
export async function markMentionsRead(
  tx: Db,
  { target, upTo }: ReadMark,
  who: { userId: string; tripId: string; at: Date },
): Promise<InboxRoom[]> {
  const read = await markThreadRead(tx, { ...who, targetId: target.id, upTo });
  return read.length > 0 ? markInboxRoomsDue(tx, { userIds: [who.userId], at: who.at }) : [];
}
