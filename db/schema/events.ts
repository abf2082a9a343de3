import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant } from "./columns.ts";
import { trips } from "./trips.ts";

/** The trip's events, append-only: history, realtime log, outbox and undo log in one table. */
export const tripEvents = pgTable(
  "trip_events",
  {
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    seq: integer("seq").notNull(),
    groupId: uuid("group_id").notNull(),
    actorId: uuid("actor_id"),
    via: text("via", { enum: ["user", "agent", "system"] }).notNull(),
    runId: uuid("run_id"),
    op: text("op").notNull(),
    entityId: uuid("entity_id").notNull(),
    /** The old values of the fields that changed, under their names in `after`. */
    before: jsonb("before").$type<Record<string, unknown>>(),
    /** The entity after the change, as clients see it. */
    after: jsonb("after").$type<Record<string, unknown>>().notNull(),
    /** Ids of the users who may read the event; null: every member. */
    visibleTo: uuid("visible_to").array(),
    at: instant("at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tripId, t.seq] }),
    index("trip_events_entity_id_idx").on(t.tripId, t.entityId, t.seq),
    index("trip_events_group_id_idx").on(t.groupId),
    check("trip_events_via_check", sql`${t.via} in ('user', 'agent', 'system')`),
  ],
);

/** Stored answers of writes, so that a retry is not executed again. A trigger deletes them with their user. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    userId: uuid("user_id").notNull(),
    key: uuid("key").notNull(),
    /** SHA-256 of method, path and body. */
    requestHash: text("request_hash").notNull(),
    status: integer("status").notNull(),
    tripSeq: integer("trip_seq"),
    body: text("body").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    index("idempotency_keys_created_at_idx").on(t.createdAt),
  ],
);

/** Ids that clients made: who used one, for which kind of row and with which input. */
export const clientIds = pgTable("client_ids", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  tripId: uuid("trip_id"),
  kind: text("kind").notNull(),
  inputHash: text("input_hash").notNull(),
});
