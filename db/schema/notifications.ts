import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { NotificationDetails, NotificationSettings } from "#lib/shared/notifications.ts";
import { sessions, users } from "./auth.ts";
import { createdAt, id, instant } from "./columns.ts";
import { trips } from "./trips.ts";

function userId() {
  return uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });
}

function tripId() {
  return uuid("trip_id")
    .notNull()
    .references(() => trips.id, { onDelete: "cascade" });
}

/** The users' inboxes. A notification is written in the transaction of its event. */
export const notifications = pgTable(
  "notifications",
  {
    id: id(),
    userId: userId(),
    tripId: tripId(),
    kind: text("kind").notNull(),
    /** The user whose write caused the notification; null: the service. */
    actorId: uuid("actor_id"),
    details: jsonb("details").$type<NotificationDetails>().notNull(),
    readAt: instant("read_at"),
    /** When the push message is due; null: nothing is left to push. */
    pushAt: instant("push_at"),
    pushAttempts: integer("push_attempts").notNull().default(0),
    /** Subscriptions that were not reached yet; null: all of the user's. */
    pushTo: uuid("push_to").array(),
    createdAt: createdAt(),
  },
  (t) => [
    index("notifications_user_id_idx").on(t.userId, t.id),
    /** The index for the count of unread notifications, however many were read. */
    index("notifications_unread_idx")
      .on(t.userId, t.id)
      .where(sql`${t.readAt} is null`),
    /**
     * The index for the notifications of a comment, whose quote changes with it, and of a trip, which are deleted with
     * it.
     */
    index("notifications_trip_id_entity_id_idx").on(t.tripId, sql`(${t.details}->>'entityId')`),
    index("notifications_push_at_idx")
      .on(t.pushAt)
      .where(sql`${t.pushAt} is not null`),
  ],
);

/** Rooms of users whose inbox is open in at least one client. */
export const inboxRooms = pgTable(
  "inbox_rooms",
  {
    userId: userId().primaryKey(),
    /** Counts how often the room has asked for the inbox's state; positive: the room wants to get changes. */
    epoch: integer("epoch").notNull(),
    /** Counts the inbox's changes while a room listens, so that an older count never replaces a newer one. */
    seq: integer("seq").notNull().default(0),
    /** Since when the room has a change to get; null: it is up to date. */
    dueAt: instant("due_at"),
  },
  (t) => [
    index("inbox_rooms_due_at_idx")
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
  ],
);

/** Subscriptions of users' browsers to Web Push. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: id(),
    userId: userId(),
    /** The session of the browser; its sign-out deletes the subscription. */
    sessionId: uuid("session_id").references(() => sessions.id, { onDelete: "cascade" }),
    endpoint: text("endpoint").notNull(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    locale: text("locale", { enum: ["en", "zh"] }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("push_subscriptions_endpoint_idx").on(t.endpoint),
    index("push_subscriptions_user_id_idx").on(t.userId),
    index("push_subscriptions_session_id_idx").on(t.sessionId),
  ],
);

/** A user's choice of notifications for one trip, where it differs from the general choice. */
export const tripNotificationSettings = pgTable(
  "trip_notification_settings",
  {
    userId: userId(),
    tripId: tripId(),
    settings: jsonb("settings").$type<NotificationSettings>().notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.tripId] }),
    index("trip_notification_settings_trip_id_idx").on(t.tripId),
  ],
);
