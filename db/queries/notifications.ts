import { type SQL, sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { users } from "#db/schema/auth.ts";
import { comments } from "#db/schema/comments.ts";
import { tripMembers } from "#db/schema/members.ts";
import { expenses } from "#db/schema/money.ts";
import {
  inboxRooms,
  notifications,
  pushSubscriptions,
  tripNotificationSettings,
} from "#db/schema/notifications.ts";
import { userPreferences } from "#db/schema/preferences.ts";
import { trips } from "#db/schema/trips.ts";
import type { Delivery, NotificationDto } from "#lib/shared/notifications.ts";
import { isVisibleTo } from "./expenses.ts";
import { isoInstant, jsonObject, param } from "./projection.ts";

export interface Recipient {
  userId: string;
  /** The user's choice for this trip, or else the general one; null: there is no choice. */
  delivery: Delivery | null;
  /** Whether a browser of the user takes push messages. */
  hasDevice: boolean;
}

export interface RecipientsParams {
  tripId: string;
  kind: string;
  actorId: string | null;
  memberIds: string[];
  roles: string[];
  /** Ids of users who may see the event; null: all members. */
  visibleTo: string[] | null;
}

/** The named members who have not left and have an account, without the actor. */
export const selectRecipients = statement<RecipientsParams, Recipient>(
  "select_recipients",
  sql`select ${tripMembers.userId} as "userId",
      coalesce(own.settings->>${param("kind", "text")}, ${userPreferences.notifications}->>${param("kind", "text")}) as delivery,
      exists (select 1 from ${pushSubscriptions} where ${pushSubscriptions.userId} = ${tripMembers.userId}) as "hasDevice"
    from ${tripMembers} join ${users} on ${users.id} = ${tripMembers.userId}
      left join ${userPreferences} on ${userPreferences.userId} = ${tripMembers.userId}
      left join ${tripNotificationSettings} own on own.user_id = ${tripMembers.userId} and own.trip_id = ${tripMembers.tripId}
    where ${tripMembers.tripId} = ${param("tripId", "uuid")} and ${tripMembers.leftAt} is null
      and ${tripMembers.userId} is distinct from ${param("actorId", "uuid")}
      and (${tripMembers.id} = any(${param("memberIds", "uuid[]")}) or ${tripMembers.role} = any(${param("roles", "text[]")}))
      and (${param("visibleTo", "uuid[]")} is null or ${tripMembers.userId} = any(${param("visibleTo", "uuid[]")}))`,
);

export interface NewNotifications {
  tripId: string;
  kind: string;
  actorId: string | null;
  /** The notification's details as JSON. */
  details: string;
  /** JSON array of `{ id, userId, pushAt }`. */
  rows: string;
  at: Date;
}

export const insertNotifications = statement<NewNotifications, never>(
  "insert_notifications",
  sql`insert into ${notifications} (id, user_id, trip_id, kind, actor_id, details, push_at, created_at)
    select r.id, r."userId", ${param("tripId", "uuid")}, ${param("kind", "text")}, ${param("actorId", "uuid")},
      ${param("details", "jsonb")}, r."pushAt", ${param("at", "timestamptz")}
    from jsonb_to_recordset(${param("rows", "jsonb")}) as r(id uuid, "userId" uuid, "pushAt" timestamptz)`,
);

/** Changes the text that an entity's notifications quote; with null they quote nothing any more, and are not pushed. */
export const updateQuotedExcerpt = statement<
  { tripId: string; entityId: string; excerpt: string | null },
  never
>(
  "requote_notifications",
  sql`update ${notifications} set details = jsonb_set(details, '{excerpt}', coalesce(to_jsonb(${param("excerpt", "text")}), 'null')),
      push_at = case when ${param("excerpt", "text")} is null then null else ${notifications.pushAt} end
    where ${notifications.tripId} = ${param("tripId", "uuid")} and ${notifications.details}->>'entityId' = ${param("entityId", "text")}`,
);

const notificationJson = jsonObject<NotificationDto>({
  id: notifications.id,
  tripId: notifications.tripId,
  kind: notifications.kind,
  actorId: notifications.actorId,
  details: notifications.details,
  readAt: isoInstant(notifications.readAt),
  createdAt: isoInstant(notifications.createdAt),
});

/** A condition: notifications about comments on a private expense are shown only to members who see the expense now. */
export function isShownTo(member: SQL): SQL {
  return sql`(${notifications.details}->'target'->>'kind' is distinct from 'expense' or (select ${isVisibleTo(member)}
    from ${expenses} where ${expenses.tripId} = ${notifications.tripId} and ${expenses.id} = (${notifications.details}->'target'->>'id')::uuid))`;
}

/**
 * A condition that hides notifications of trips that the user has left, and of deleted trips of other owners. It is
 * evaluated for each notification: with "exists", PostgreSQL starts from the trips and reads all of their
 * notifications.
 */
export const isTripAccessible = sql`(select true from ${tripMembers} join ${trips} on ${trips.id} = ${tripMembers.tripId}
  where ${tripMembers.tripId} = ${notifications.tripId} and ${tripMembers.userId} = ${notifications.userId}
    and ${tripMembers.leftAt} is null and (${trips.deletedAt} is null or ${tripMembers.role} = 'owner') and ${isShownTo(sql`${tripMembers.id}`)} limit 1)`;

/** Notifications, newest first; `before` is the last id of the page before. */
export const selectInbox = statement<
  { userId: string; before: string | null; limit: number },
  { notification: NotificationDto }
>(
  "select_inbox",
  sql`select ${notificationJson} as notification from ${notifications}
    where ${notifications.userId} = ${param("userId", "uuid")} and ${isTripAccessible}
      and (${param("before", "uuid")} is null or ${notifications.id} < ${param("before", "uuid")})
    order by ${notifications.id} desc limit ${param("limit", "int")}`,
);

export interface InboxState {
  /** Counts changes of the inbox; see inbox_rooms.seq. */
  seq: number;
  unread: number;
}

/**
 * The number of unread notifications and the seq, both from one moment. Counting ends at a hundred: nobody reads a
 * larger number.
 */
export const selectInboxState = statement<{ userId: string }, InboxState>(
  "select_inbox_state",
  sql`select coalesce((select ${inboxRooms.seq} from ${inboxRooms} where ${inboxRooms.userId} = ${param("userId", "uuid")}), 0) as seq,
    (select count(*)::int from (select 1 from ${notifications}
      where ${notifications.userId} = ${param("userId", "uuid")} and ${notifications.readAt} is null and ${isTripAccessible} limit 100) counted) as unread`,
);

/**
 * Marks notifications as read. Either list or bound may be null; both null: all notifications. Those that were read
 * before keep their time.
 */
export const markRead = statement<
  { userId: string; ids: string[] | null; upTo: string | null; at: Date },
  { id: string }
>(
  "mark_notifications_read",
  sql`update ${notifications} set read_at = ${param("at", "timestamptz")}, push_at = null
    where ${notifications.userId} = ${param("userId", "uuid")} and ${notifications.readAt} is null
      and (${param("ids", "uuid[]")} is null or ${notifications.id} = any(${param("ids", "uuid[]")}))
      and (${param("upTo", "uuid")} is null or ${notifications.id} <= ${param("upTo", "uuid")})
    returning ${notifications.id} as id`,
);

/**
 * Marks the notifications about a thread's comments as read, up to the newest one, since the user has read the thread
 * itself.
 */
export const markThreadRead = statement<
  { userId: string; tripId: string; targetId: string; upTo: string; at: Date },
  { id: string }
>(
  "mark_thread_notifications_read",
  sql`update ${notifications} set read_at = ${param("at", "timestamptz")}, push_at = null
    where ${notifications.userId} = ${param("userId", "uuid")} and ${notifications.tripId} = ${param("tripId", "uuid")}
      and ${notifications.readAt} is null and ${notifications.kind} = 'mention'
      and ${notifications.details}->'target'->>'id' = ${param("targetId", "text")}
      and exists (select 1 from ${comments} told, ${comments} mark where told.id = (${notifications.details}->>'entityId')::uuid
        and mark.id = ${param("upTo", "uuid")} and (told.created_at, told.id) <= (mark.created_at, mark.id))
    returning ${notifications.id} as id`,
);
