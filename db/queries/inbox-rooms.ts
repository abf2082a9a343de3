import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { users } from "#db/schema/auth.ts";
import { inboxRooms } from "#db/schema/notifications.ts";
import { param } from "./projection.ts";

/**
 * Records that a room has asked for the state of an inbox: from now on it gets every change. A write into the inbox
 * locks its user's row (by the foreign key), so this statement waits for writes under way, and later writes find the
 * room.
 */
export const openInboxRoom = statement<{ userId: string }, { epoch: number }>(
  "open_inbox_room",
  sql`with person as (select ${users.id} as id from ${users} where ${users.id} = ${param("userId", "uuid")} for update)
    insert into ${inboxRooms} (user_id, epoch) select id, 1 from person
    on conflict (user_id) do update set epoch = abs(inbox_rooms.epoch) + 1 returning epoch`,
);

export interface InboxRoom {
  userId: string;
  epoch: number;
}

/**
 * Records that open rooms have a change to get. Rooms are locked in the order of their ids, and each user's row before
 * the room's as in {@link openInboxRoom}, so that no two writes wait in a circle: many writes refer to the user later,
 * by a stored answer.
 */
export const markInboxRoomsDue = statement<{ userIds: string[]; at: Date }, InboxRoom>(
  "note_inbox_rooms_due",
  sql`with due as (select ${inboxRooms.userId} as id from ${inboxRooms}
        join ${users} on ${users.id} = ${inboxRooms.userId}
      where ${inboxRooms.userId} = any(${param("userIds", "uuid[]")}) and ${inboxRooms.epoch} > 0
      order by ${inboxRooms.userId} for key share of ${users} for update of ${inboxRooms})
    update ${inboxRooms} set seq = ${inboxRooms.seq} + 1, due_at = coalesce(${inboxRooms.dueAt}, ${param("at", "timestamptz")})
    from due where ${inboxRooms.userId} = due.id
    returning ${inboxRooms.userId} as "userId", ${inboxRooms.epoch} as epoch`,
);

/** Records that the room has got the inbox's state at `seq`; later changes remain due. */
export const markInboxRoomNotified = statement<{ userId: string; seq: number }, never>(
  "note_inbox_room_told",
  sql`update ${inboxRooms} set due_at = null
    where ${inboxRooms.userId} = ${param("userId", "uuid")} and ${inboxRooms.seq} = ${param("seq", "int")}`,
);

/**
 * Records that no socket is in the room, unless the room has requested the inbox's state again after it reported that.
 */
export const closeInboxRoom = statement<InboxRoom, never>(
  "close_inbox_room",
  sql`update ${inboxRooms} set epoch = -${inboxRooms.epoch}, due_at = null
    where ${inboxRooms.userId} = ${param("userId", "uuid")} and ${inboxRooms.epoch} = ${param("epoch", "int")}`,
);

/**
 * Rooms that a change of the inbox did not reach, the longest waiting first. A room that gets the same state twice does
 * nothing with it.
 */
export const selectDueRooms = statement<{ before: Date; limit: number }, InboxRoom>(
  "select_due_inbox_rooms",
  sql`select ${inboxRooms.userId} as "userId", ${inboxRooms.epoch} as epoch from ${inboxRooms}
    where ${inboxRooms.dueAt} < ${param("before", "timestamptz")} order by ${inboxRooms.dueAt} limit ${param("limit", "int")}`,
);
