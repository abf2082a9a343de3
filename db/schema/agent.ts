import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { AgentEventBody, AgentFault, AgentPart } from "#lib/shared/agent.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import { createdAt, id, instant } from "./columns.ts";
import { trips } from "./trips.ts";

/**
 * One per trip: where its events stand, and the run that holds it. Whoever appends events or ends a run locks this row,
 * so that cursors are committed in their order and there is one run at a time.
 */
export const agentThreads = pgTable(
  "agent_threads",
  {
    tripId: uuid("trip_id")
      .primaryKey()
      .references(() => trips.id, { onDelete: "cascade" }),
    /** Of the last event. */
    cursor: bigint("cursor", { mode: "number" }).notNull().default(0),
    mode: text("mode", { enum: ["apply", "propose"] })
      .notNull()
      .default("apply"),
    /** The run that is under way. */
    runId: uuid("run_id"),
    /** How many batches of events it has added, so that none is added twice. */
    runBatch: integer("run_batch").notNull().default(0),
    /** Until when its process has promised to be heard of. */
    leaseUntil: instant("lease_until"),
    /** Set when somebody asked it to stop. */
    cancelledAt: instant("cancelled_at"),
    cancelledBy: uuid("cancelled_by"),
    /** What was said up to and with `summaryUntil`, for runs that can't be told all of it. */
    summary: text("summary"),
    summaryUntil: uuid("summary_until"),
  },
  (t) => [
    index("agent_threads_lease_until_idx")
      .on(t.leaseUntil)
      .where(sql`${t.runId} is not null`),
    check("agent_threads_mode_check", sql`${t.mode} in ('apply', 'propose')`),
    check("agent_threads_lease_check", sql`(${t.runId} is null) = (${t.leaseUntil} is null)`),
  ],
);

/** What somebody asked, and what became of it. */
export const agentRuns = pgTable(
  "agent_runs",
  {
    id: id(),
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    /** Whoever asked; no foreign key, since the words stay when the account goes. */
    userId: uuid("user_id").notNull(),
    memberId: uuid("member_id").notNull(),
    messageId: uuid("message_id").notNull(),
    replyId: uuid("reply_id").notNull(),
    /** Of all trip events that it writes: one step of undo. */
    groupId: uuid("group_id").notNull(),
    mode: text("mode", { enum: ["apply", "propose"] }).notNull(),
    status: text("status", { enum: ["running", "done", "failed", "cancelled", "interrupted"] })
      .notNull()
      .default("running"),
    fault: jsonb("fault").$type<AgentFault>(),
    steps: integer("steps").notNull().default(0),
    inputTokens: integer("input_tokens").notNull().default(0),
    outputTokens: integer("output_tokens").notNull().default(0),
    /** Millionths of the currency that the operator has given the model's prices in. */
    cost: bigint("cost", { mode: "number" }).notNull().default(0),
    startedAt: instant("started_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (t) => [
    index("agent_runs_trip_id_idx").on(t.tripId, t.startedAt),
    index("agent_runs_user_id_idx").on(t.userId, t.startedAt),
    check(
      "agent_runs_status_check",
      sql`${t.status} in ('running', 'done', 'failed', 'cancelled', 'interrupted')`,
    ),
    check("agent_runs_ended_check", sql`(${t.status} = 'running') = (${t.endedAt} is null)`),
  ],
);

/** What people asked and the agent answered, in the order of their ids. */
export const agentMessages = pgTable(
  "agent_messages",
  {
    id: id(),
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    runId: uuid("run_id").notNull(),
    role: text("role", { enum: ["user", "agent"] }).notNull(),
    memberId: uuid("member_id").notNull(),
    parts: jsonb("parts").$type<AgentPart[]>().notNull(),
    /** Of the event that announced it. */
    cursor: bigint("cursor", { mode: "number" }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index("agent_messages_trip_id_idx").on(t.tripId, t.cursor),
    index("agent_messages_member_id_idx").on(t.memberId, t.id),
  ],
);

/** What a step proposes instead of writing it, over which state of the trip. */
export interface Proposed {
  changes: SuggestedChange[];
  baseSeq: number;
}

/** An event as its run writes it down: `proposed` is told to nobody before it is a suggestion. */
export type JournalBody = AgentEventBody & { proposed?: Proposed };

/** Everything that anyone sees of the agent, in one order per trip without holes. */
export const agentEvents = pgTable(
  "agent_events",
  {
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    cursor: bigint("cursor", { mode: "number" }).notNull(),
    /** null: it belongs to none, such as a change of the mode. */
    runId: uuid("run_id"),
    body: jsonb("body").$type<JournalBody>().notNull(),
    at: instant("at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tripId, t.cursor] }),
    index("agent_events_run_id_idx").on(t.runId, t.cursor),
  ],
);
