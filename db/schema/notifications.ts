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

/** A person's inbox. Rows are written in the transaction of what they tell. */
export const notifications = pgTable(
  "notifications",
  {
    id: id(),
    userId: userId(),
    tripId: tripId(),
    kind: text("kind").notNull(),
    /** Who did it: a user id; null: the service. */
    actorId: uuid("actor_id"),
    details: jsonb("details").$type<NotificationDetails>().notNull(),
    readAt: instant("read_at"),
    /** Until then it waits to be pushed; null: nothing more to push. */
    pushAt: instant("push_at"),
    pushAttempts: integer("push_attempts").notNull().default(0),
    /** Subscriptions that were not reached yet; null: all of the person's. */
    pushTo: uuid("push_to").array(),
    createdAt: createdAt(),
  },
  (t) => [
    index("notifications_user_id_idx").on(t.userId, t.id),
    /** For the count of what is unread, however much was read. */
    index("notifications_unread_idx")
      .on(t.userId, t.id)
      .where(sql`${t.readAt} is null`),
    /** A comment's lines, to be quoted anew; and all of a trip's, which go with it. */
    index("notifications_trip_id_entity_id_idx").on(t.tripId, sql`(${t.details}->>'entityId')`),
    index("notifications_push_at_idx")
      .on(t.pushAt)
      .where(sql`${t.pushAt} is not null`),
  ],
);

/** Rooms of people whose inbox is open somewhere. */
export const inboxRooms = pgTable(
  "inbox_rooms",
  {
    userId: userId().primaryKey(),
    /** Counts up each time the room asks where the inbox stands; positive: it wants to be told of changes. */
    epoch: integer("epoch").notNull(),
    /** Counts the inbox's changes while a room listens, so that an older count never takes a newer one's place. */
    seq: integer("seq").notNull().default(0),
    /** Since when the room has to be told of something; null: it knows. */
    dueAt: instant("due_at"),
  },
  (t) => [
    index("inbox_rooms_due_at_idx")
      .on(t.dueAt)
      .where(sql`${t.dueAt} is not null`),
  ],
);

/** Browsers that take Web Push for a person. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: id(),
    userId: userId(),
    /** Signing out there ends it. */
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

/** Which kinds a person wants from one trip, where it differs from what they want in general. */
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
