import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { SuggestedChangeWithBefore } from "#lib/shared/suggestions.ts";
import { id, instant, revision } from "./columns.ts";
import { tripMembers } from "./members.ts";
import { days } from "./plan.ts";
import { trips } from "./trips.ts";

/** Decisions: questions with candidates that the members vote on. */
export const decisions = pgTable(
  "decisions",
  {
    id: id(),
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    title: text("title").notNull(),
    notes: text("notes"),
    /** Stop ids, in the order in which the screens show them. */
    candidates: uuid("candidates").array().notNull().default([]),
    deadline: instant("deadline"),
    /** The day that the winner moves to; null: it stays in Ideas. */
    dayId: uuid("day_id"),
    status: text("status", { enum: ["open", "tied", "closed"] })
      .notNull()
      .default("open"),
    winnerId: uuid("winner_id"),
    closedAt: instant("closed_at"),
    createdBy: uuid("created_by"),
    deletedAt: instant("deleted_at"),
    ...revision(),
  },
  (t) => [
    foreignKey({
      name: "decisions_day_fkey",
      columns: [t.tripId, t.dayId],
      foreignColumns: [days.tripId, days.id],
    }),
    index("decisions_trip_id_idx").on(t.tripId, t.dayId),
    index("decisions_deadline_idx")
      .on(t.deadline, t.id)
      .where(sql`${t.status} = 'open' and ${t.deletedAt} is null and ${t.deadline} is not null`),
    check("decisions_title_check", sql`length(${t.title}) between 1 and 200`),
    check("decisions_status_check", sql`${t.status} in ('open', 'tied', 'closed')`),
    check("decisions_closed_check", sql`(${t.status} = 'closed') = (${t.closedAt} is not null)`),
  ],
);

/**
 * Suggestions: writes that a member without the right to write proposes, and that editors accept or dismiss change by
 * change.
 */
export const suggestions = pgTable(
  "suggestions",
  {
    id: id(),
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    memberId: uuid("member_id")
      .notNull()
      .references(() => tripMembers.id, { onDelete: "cascade" }),
    note: text("note"),
    lines: jsonb("lines").$type<SuggestedChangeWithBefore[]>().notNull(),
    /** The seq of the trip's last event that the author of the suggestion had seen. */
    baseSeq: integer("base_seq").notNull(),
    status: text("status", { enum: ["open", "accepted", "partly", "dismissed", "withdrawn"] })
      .notNull()
      .default("open"),
    answer: text("answer"),
    answeredBy: uuid("answered_by"),
    answeredAt: instant("answered_at"),
    ...revision(),
  },
  (t) => [
    index("suggestions_trip_id_idx").on(t.tripId, t.status),
    index("suggestions_member_id_idx").on(t.memberId),
    check(
      "suggestions_status_check",
      sql`${t.status} in ('open', 'accepted', 'partly', 'dismissed', 'withdrawn')`,
    ),
  ],
);
