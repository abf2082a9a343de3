import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { AgentEventBody, AgentFault, AgentPart } from "#lib/shared/agent.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import { createdAt, id, instant } from "./columns.ts";
import { trips } from "./trips.ts";

/**
 * One row per trip: the state of the agent's events, and the run that holds the thread. Appending events and ending a
 * run lock this row, so that cursors are committed in their order and there is one run at a time.
 */
export const agentThreads = pgTable(
  "agent_threads",
  {
    tripId: uuid("trip_id")
      .primaryKey()
      .references(() => trips.id, { onDelete: "cascade" }),
    /** The cursor of the last event. */
    cursor: bigint("cursor", { mode: "number" }).notNull().default(0),
    mode: text("mode", { enum: ["apply", "propose"] })
      .notNull()
      .default("apply"),
    /** The run that is under way. */
    runId: uuid("run_id"),
    /** How many batches of events the run has added, so that none is added twice. */
    runBatch: integer("run_batch").notNull().default(0),
    /** Until when the run's process has promised to renew the lease. */
    leaseUntil: instant("lease_until"),
    /** When somebody asked the run to stop. */
    cancelledAt: instant("cancelled_at"),
    cancelledBy: uuid("cancelled_by"),
    /** The summary of all messages up to and including `summaryUntil`, for runs whose model can't get all of them. */
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

/** An agent run: a message to the agent, and its result. */
export const agentRuns = pgTable(
  "agent_runs",
  {
    id: id(),
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    /** The user who sent the message; there is no foreign key, since the text stays when the account is deleted. */
    userId: uuid("user_id").notNull(),
    memberId: uuid("member_id").notNull(),
    messageId: uuid("message_id").notNull(),
    replyId: uuid("reply_id").notNull(),
    /** The group of all trip events that the run writes, which one undo reverses. */
    groupId: uuid("group_id").notNull(),
    mode: text("mode", { enum: ["apply", "propose"] }).notNull(),
    status: text("status", { enum: ["running", "done", "failed", "cancelled", "interrupted"] })
      .notNull()
      .default("running"),
    fault: jsonb("fault").$type<AgentFault>(),
    steps: integer("steps").notNull().default(0),
    inputTokens: integer("input_tokens").notNull().default(0),
    outputTokens: integer("output_tokens").notNull().default(0),
    /** Millionths of the currency in which the operator has configured the model's prices. */
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

/** The messages of users and of the agent, in the order of their ids. */
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
    /** The cursor of the event that announced the message. */
    cursor: bigint("cursor", { mode: "number" }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index("agent_messages_trip_id_idx").on(t.tripId, t.cursor),
    index("agent_messages_member_id_idx").on(t.memberId, t.id),
  ],
);

/** A write that a step proposes instead of making it, and the state of the trip that it is based on. */
export interface ProposedWrite {
  changes: SuggestedChange[];
  baseSeq: number;
}

/** An event as its run stores it: nobody gets `proposed` before it is a suggestion. */
export type StoredAgentEventBody = AgentEventBody & { proposed?: ProposedWrite };

/** All events about the agent that clients see, in one order per trip without gaps. */
export const agentEvents = pgTable(
  "agent_events",
  {
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    cursor: bigint("cursor", { mode: "number" }).notNull(),
    /** The agent run that the event belongs to; null: it belongs to none, such as a change of the mode. */
    runId: uuid("run_id"),
    body: jsonb("body").$type<StoredAgentEventBody>().notNull(),
    at: instant("at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tripId, t.cursor] }),
    index("agent_events_run_id_idx").on(t.runId, t.cursor),
  ],
);
