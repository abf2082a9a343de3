import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { id, instant, revision } from "./columns.ts";
import { tripMembers } from "./members.ts";
import { trips } from "./trips.ts";

export const comments = pgTable(
  "comments",
  {
    id: id(),
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    targetKind: text("target_kind", { enum: ["trip", "stop", "reservation", "expense"] }).notNull(),
    targetId: uuid("target_id").notNull(),
    memberId: uuid("member_id")
      .notNull()
      .references(() => tripMembers.id, { onDelete: "cascade" }),
    body: text("body").notNull(),
    /** Members whom the text mentions. */
    mentions: uuid("mentions").array().notNull().default([]),
    editedAt: instant("edited_at"),
    resolvedAt: instant("resolved_at"),
    deletedAt: instant("deleted_at"),
    ...revision(),
  },
  (t) => [
    index("comments_trip_id_target_idx").on(t.tripId, t.targetKind, t.targetId, t.id),
    index("comments_member_id_idx").on(t.memberId),
    check("comments_body_check", sql`length(${t.body}) between 1 and 5000`),
    check("comments_target_kind_check", sql`${t.targetKind} in ('trip', 'stop', 'reservation', 'expense')`),
  ],
);

/** How far a member has read a thread. Nobody else sees it, so it has no events. */
export const commentReads = pgTable(
  "comment_reads",
  {
    memberId: uuid("member_id")
      .notNull()
      .references(() => tripMembers.id, { onDelete: "cascade" }),
    targetKind: text("target_kind", { enum: ["trip", "stop", "reservation", "expense"] }).notNull(),
    targetId: uuid("target_id").notNull(),
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    /** The newest comment that the member has read, by time of arrival: ids come from clients, whose clocks differ. */
    upTo: uuid("up_to").notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.targetKind, t.targetId] }),
    index("comment_reads_trip_id_idx").on(t.tripId),
    check(
      "comment_reads_target_kind_check",
      sql`${t.targetKind} in ('trip', 'stop', 'reservation', 'expense')`,
    ),
  ],
);
