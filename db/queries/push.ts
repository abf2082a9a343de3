import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { sessions } from "#db/schema/auth.ts";
import { tripMembers } from "#db/schema/members.ts";
import { notifications, pushSubscriptions } from "#db/schema/notifications.ts";
import { userPreferences } from "#db/schema/preferences.ts";
import { trips } from "#db/schema/trips.ts";
import type { NotificationDetails, NotificationKind } from "#lib/shared/notifications.ts";
import type { PushSubscriptionDto } from "#lib/shared/push.ts";
import { isShownTo } from "./notifications.ts";
import { isoInstant, jsonObject, param } from "./projection.ts";

const subscriptionJson = jsonObject<PushSubscriptionDto>({
  id: pushSubscriptions.id,
  createdAt: isoInstant(pushSubscriptions.createdAt),
  isCurrent: sql`${pushSubscriptions.sessionId} = ${param("sessionId", "uuid")}`,
});

export const selectSubscriptions = statement<
  { userId: string; sessionId: string },
  { subscription: PushSubscriptionDto }
>(
  "select_push_subscriptions",
  sql`select ${subscriptionJson} as subscription from ${pushSubscriptions}
    where ${pushSubscriptions.userId} = ${param("userId", "uuid")} order by ${pushSubscriptions.id}`,
);

export interface NewSubscription {
  id: string;
  userId: string;
  sessionId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  locale: string;
  at: Date;
}

/** Stores a browser's subscription. A browser has one: the user who turned it on last gets its push messages. */
export const upsertSubscription = statement<NewSubscription, { subscription: PushSubscriptionDto }>(
  "upsert_push_subscription",
  sql`insert into ${pushSubscriptions} (id, user_id, session_id, endpoint, p256dh, auth, locale, created_at)
    values (${param("id", "uuid")}, ${param("userId", "uuid")}, ${param("sessionId", "uuid")}, ${param("endpoint", "text")},
      ${param("p256dh", "text")}, ${param("auth", "text")}, ${param("locale", "text")}, ${param("at", "timestamptz")})
    on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
      auth = excluded.auth, locale = excluded.locale, created_at = excluded.created_at
    returning ${subscriptionJson} as subscription`,
);

/**
 * Deletes all subscriptions of a user but the newest. A session has one browser, but a user may sign in again and again
 * in new ones.
 */
export const deleteOldSubscriptions = statement<{ userId: string; keep: number }, never>(
  "delete_old_push_subscriptions",
  sql`delete from ${pushSubscriptions} where ${pushSubscriptions.id} in (
    select s.id from ${pushSubscriptions} s where s.user_id = ${param("userId", "uuid")}
    order by s.created_at desc, s.id desc offset ${param("keep", "int")})`,
);

export const deleteSubscription = statement<{ userId: string; id: string }, { id: string }>(
  "delete_push_subscription",
  sql`delete from ${pushSubscriptions}
    where ${pushSubscriptions.userId} = ${param("userId", "uuid")} and ${pushSubscriptions.id} = ${param("id", "uuid")}
    returning ${pushSubscriptions.id} as id`,
);

export interface DuePush {
  id: string;
  userId: string;
  tripId: string;
  kind: NotificationKind;
  details: NotificationDetails;
  createdAt: Date;
  /** The number of attempts, including this one. */
  attempts: number;
  /** Subscriptions that were not reached yet; null: all of the user's. */
  pushTo: string[] | null;
  /** Whether the user is still a member of the trip, and the trip is not deleted for them. */
  isOpen: boolean;
}

/** Claims push messages that are due, the oldest first; nobody else claims them until `leasedUntil`. */
export const claimPushes = statement<{ now: Date; leasedUntil: Date; limit: number }, DuePush>(
  "claim_pushes",
  sql`with due as (select ${notifications.id} as id from ${notifications}
      where ${notifications.pushAt} <= ${param("now", "timestamptz")} order by ${notifications.pushAt}
      limit ${param("limit", "int")} for update skip locked)
    update ${notifications} set push_at = ${param("leasedUntil", "timestamptz")}, push_attempts = ${notifications.pushAttempts} + 1
    from due where ${notifications.id} = due.id
    returning ${notifications.id} as id, ${notifications.userId} as "userId", ${notifications.tripId} as "tripId",
      ${notifications.kind} as kind, ${notifications.details} as details, ${notifications.createdAt} as "createdAt",
      ${notifications.pushAttempts} as attempts, ${notifications.pushTo} as "pushTo",
      coalesce((select true from ${tripMembers} m join ${trips} t on t.id = m.trip_id where m.trip_id = ${notifications.tripId}
        and m.user_id = ${notifications.userId} and m.left_at is null and (t.deleted_at is null or m.role = 'owner')
        and ${isShownTo(sql`m.id`)} limit 1), false) as "isOpen"`,
);

/**
 * Records the result of a delivery. A change that the notification got meanwhile stays, such as being marked as read.
 */
export const savePushResult = statement<
  { id: string; lease: Date; next: Date | null; pushTo: string[] | null },
  never
>(
  "settle_push",
  sql`update ${notifications} set push_at = ${param("next", "timestamptz")}, push_to = ${param("pushTo", "uuid[]")}
    where ${notifications.id} = ${param("id", "uuid")} and ${notifications.pushAt} = ${param("lease", "timestamptz")}`,
);

export interface Device {
  id: string;
  userId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** The locale of the preferences, or else of the browser. */
  locale: "en" | "zh";
}

/** Subscriptions of browsers whose session is still valid. */
export const selectDevices = statement<{ userIds: string[]; now: Date }, Device>(
  "select_push_devices",
  sql`select ${pushSubscriptions.id} as id, ${pushSubscriptions.userId} as "userId", ${pushSubscriptions.endpoint} as endpoint,
      ${pushSubscriptions.p256dh} as p256dh, ${pushSubscriptions.auth} as auth,
      coalesce(${userPreferences.language}, ${pushSubscriptions.locale}) as locale
    from ${pushSubscriptions} join ${sessions} on ${sessions.id} = ${pushSubscriptions.sessionId}
      left join ${userPreferences} on ${userPreferences.userId} = ${pushSubscriptions.userId}
    where ${pushSubscriptions.userId} = any(${param("userIds", "uuid[]")}) and ${sessions.expiresAt} > ${param("now", "timestamptz")}`,
);
