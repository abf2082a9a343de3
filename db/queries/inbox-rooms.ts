import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { users } from "#db/schema/auth.ts";
import { inboxRooms } from "#db/schema/notifications.ts";
import { param } from "./projection.ts";

/**
 * Remembers that a room asks where an inbox stands: from now on it is told of every change. Whoever writes into the inbox
 * holds its user's row (by the foreign key), so this waits for writes under way, and those that follow find the room.
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
 * Notes that open rooms have something to be told; in the order of their ids, and the person before the room like
 * {@link openInboxRoom}, so that no two writes wait in a circle: many point to the person later, by a stored answer.
 */
export const noteDue = statement<{ userIds: string[]; at: Date }, InboxRoom>(
  "note_inbox_rooms_due",
  sql`with due as (select ${inboxRooms.userId} as id from ${inboxRooms}
        join ${users} on ${users.id} = ${inboxRooms.userId}
      where ${inboxRooms.userId} = any(${param("userIds", "uuid[]")}) and ${inboxRooms.epoch} > 0
      order by ${inboxRooms.userId} for key share of ${users} for update of ${inboxRooms})
    update ${inboxRooms} set seq = ${inboxRooms.seq} + 1, due_at = coalesce(${inboxRooms.dueAt}, ${param("at", "timestamptz")})
    from due where ${inboxRooms.userId} = due.id
    returning ${inboxRooms.userId} as "userId", ${inboxRooms.epoch} as epoch`,
);

/** The room knows where the inbox stood at `seq`; what came after is still to be told. */
export const noteTold = statement<{ userId: string; seq: number }, never>(
  "note_inbox_room_told",
  sql`update ${inboxRooms} set due_at = null
    where ${inboxRooms.userId} = ${param("userId", "uuid")} and ${inboxRooms.seq} = ${param("seq", "int")}`,
);

/** Nobody is in the room, unless it asked after it said so. */
export const closeInboxRoom = statement<InboxRoom, never>(
  "close_inbox_room",
  sql`update ${inboxRooms} set epoch = -${inboxRooms.epoch}, due_at = null
    where ${inboxRooms.userId} = ${param("userId", "uuid")} and ${inboxRooms.epoch} = ${param("epoch", "int")}`,
);

/** Rooms that whoever changed the inbox did not reach, the longest waiting first. Told twice they say the same. */
export const selectDueRooms = statement<{ before: Date; limit: number }, InboxRoom>(
  "select_due_inbox_rooms",
  sql`select ${inboxRooms.userId} as "userId", ${inboxRooms.epoch} as epoch from ${inboxRooms}
    where ${inboxRooms.dueAt} < ${param("before", "timestamptz")} order by ${inboxRooms.dueAt} limit ${param("limit", "int")}`,
);
