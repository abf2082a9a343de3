import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import {
  agentEvents,
  agentMessages,
  agentRuns,
  agentThreads,
  type StoredAgentEventBody,
} from "#db/schema/agent.ts";
import { tripEvents } from "#db/schema/events.ts";
import { trips } from "#db/schema/trips.ts";
import type { AgentMessageDto, AgentMode, AgentRunDto, AgentStatusDto } from "#lib/shared/agent.ts";
import type { StoredEvent } from "./events.ts";
import { isoInstant, jsonObject, param } from "./projection.ts";

const runJson = jsonObject<AgentRunDto>({
  id: agentRuns.id,
  memberId: agentRuns.memberId,
  messageId: agentRuns.messageId,
  replyId: agentRuns.replyId,
  mode: agentRuns.mode,
  status: agentRuns.status,
  fault: agentRuns.fault,
  startedAt: isoInstant(agentRuns.startedAt),
  endedAt: isoInstant(agentRuns.endedAt),
});

const messageJson = jsonObject<AgentMessageDto>({
  id: agentMessages.id,
  role: agentMessages.role,
  memberId: agentMessages.memberId,
  parts: agentMessages.parts,
  run: sql`case when ${agentMessages.role} = 'agent' then ${runJson} end`,
  cursor: agentMessages.cursor,
  createdAt: isoInstant(agentMessages.createdAt),
});

const messagesWithRuns = sql`${agentMessages} join ${agentRuns} on ${agentRuns.id} = ${agentMessages.runId}`;

export interface AgentThread {
  cursor: number;
  mode: AgentMode;
  runId: string | null;
  /** How many batches of events the run has added. */
  runBatch: number;
  leaseUntil: Date | null;
  isCancelled: boolean;
}

const threadColumns = sql`${agentThreads.cursor}::float8 as cursor, ${agentThreads.mode} as mode, ${agentThreads.runId} as "runId",
  ${agentThreads.runBatch} as "runBatch", ${agentThreads.leaseUntil} as "leaseUntil", ${agentThreads.cancelledAt} is not null as "isCancelled"`;

/**
 * Creates the trip's thread if there is none, and locks it, so that nobody else adds events or begins a run meanwhile.
 */
export const lockAgentThread = statement<{ tripId: string }, AgentThread>(
  "lock_agent_thread",
  sql`insert into ${agentThreads} (trip_id) values (${param("tripId", "uuid")})
    on conflict (trip_id) do update set trip_id = excluded.trip_id returning ${threadColumns}`,
);

export const selectAgentThread = statement<{ tripId: string }, AgentThread>(
  "select_agent_thread",
  sql`select ${threadColumns} from ${agentThreads} where ${agentThreads.tripId} = ${param("tripId", "uuid")}`,
);

/** The message that a trip's room gets about the agent; no row if the room has no listeners. */
export const selectAgentRoomState = statement<{ tripId: string }, { cursor: number; isWorking: boolean }>(
  "select_agent_nudge",
  sql`select ${agentThreads.cursor}::float8 as cursor, ${agentThreads.runId} is not null as "isWorking" from ${agentThreads}
    join ${trips} on ${trips.id} = ${agentThreads.tripId}
    where ${agentThreads.tripId} = ${param("tripId", "uuid")} and ${trips.roomEpoch} > 0`,
);

/** The state of the agent; one row, also for a trip without messages to it. */
export const selectAgentStatus = statement<{ tripId: string }, { status: AgentStatusDto }>(
  "select_agent_status",
  sql`select json_build_object('mode', coalesce(${agentThreads.mode}, 'apply'), 'cursor', coalesce(${agentThreads.cursor}, 0),
      'run', case when ${agentRuns.id} is not null then ${runJson} end) as status
    from (values (1)) one(n) left join ${agentThreads} on ${agentThreads.tripId} = ${param("tripId", "uuid")}
    left join ${agentRuns} on ${agentRuns.id} = ${agentThreads.runId}`,
);

/** Locks a run while a write of its own is under way; no row: the run has ended, or was asked to stop. */
export const lockAgentRun = statement<{ tripId: string; runId: string }, { runId: string }>(
  "hold_agent_run",
  sql`select ${agentThreads.runId} as "runId" from ${agentThreads} where ${agentThreads.tripId} = ${param("tripId", "uuid")}
    and ${agentThreads.runId} = ${param("runId", "uuid")} and ${agentThreads.cancelledAt} is null for share`,
);

export interface NewRun {
  id: string;
  tripId: string;
  userId: string;
  memberId: string;
  messageId: string;
  replyId: string;
  groupId: string;
  mode: AgentMode;
  at: Date;
  leaseUntil: Date;
}

/** Starts a run in the thread, which must be locked and free. */
export const insertAgentRun = statement<NewRun, never>(
  "insert_agent_run",
  sql`with taken as (update ${agentThreads} set run_id = ${param("id", "uuid")}, run_batch = 0, lease_until = ${param("leaseUntil", "timestamptz")},
      cancelled_at = null, cancelled_by = null where ${agentThreads.tripId} = ${param("tripId", "uuid")})
    insert into ${agentRuns} (id, trip_id, user_id, member_id, message_id, reply_id, group_id, mode, started_at)
    values (${param("id", "uuid")}, ${param("tripId", "uuid")}, ${param("userId", "uuid")}, ${param("memberId", "uuid")},
      ${param("messageId", "uuid")}, ${param("replyId", "uuid")}, ${param("groupId", "uuid")}, ${param("mode", "text")},
      ${param("at", "timestamptz")})`,
);

/** `messages` is a JSON array of AgentMessageDto. */
export const insertAgentMessages = statement<{ tripId: string; runId: string; messages: string }, never>(
  "insert_agent_messages",
  sql`insert into ${agentMessages} (id, trip_id, run_id, role, member_id, parts, cursor, created_at)
    select m.id, ${param("tripId", "uuid")}, ${param("runId", "uuid")}, m.role, m."memberId", m.parts, m.cursor, m."createdAt"
    from jsonb_to_recordset(${param("messages", "jsonb")})
      as m(id uuid, role text, "memberId" uuid, parts jsonb, cursor bigint, "createdAt" timestamptz)`,
);

interface AppendedEvents {
  tripId: string;
  /** The run to which the events belong. */
  runId: string | null;
  /** A JSON array of StoredAgentEventBody. */
  bodies: string;
  at: Date;
}

const count = sql`jsonb_array_length(${param("bodies", "jsonb")})`;

const addBodies = sql`insert into ${agentEvents} (trip_id, cursor, run_id, body, at)
  select ${param("tripId", "uuid")}, bumped.cursor - ${count} + e.place, ${param("runId", "uuid")}, e.body, ${param("at", "timestamptz")}
  from bumped, jsonb_array_elements(${param("bodies", "jsonb")}) with ordinality as e(body, place)`;

/** Appends events; the caller must have locked the thread. */
export const appendAgentEvents = statement<AppendedEvents, never>(
  "append_agent_events",
  sql`with bumped as (update ${agentThreads} set cursor = ${agentThreads.cursor} + ${count}
      where ${agentThreads.tripId} = ${param("tripId", "uuid")} returning ${agentThreads.cursor}) ${addBodies}`,
);

/** Batches are numbered from 1. */
type Batch = AppendedEvents & { runId: string; batch: number; leaseUntil: Date };

/**
 * Adds a run's next batch of events, and renews its lease. No row when the run no longer holds the thread, or when
 * exactly this batch was added before.
 */
export const appendRunEvents = statement<Batch, { isCancelled: boolean }>(
  "append_run_events",
  sql`with bumped as (update ${agentThreads} set cursor = ${agentThreads.cursor} + ${count}, run_batch = ${param("batch", "int")},
        lease_until = ${param("leaseUntil", "timestamptz")}
      where ${agentThreads.tripId} = ${param("tripId", "uuid")} and ${agentThreads.runId} = ${param("runId", "uuid")}
        and ${agentThreads.runBatch} = ${param("batch", "int")} - 1
      returning ${agentThreads.cursor}, ${agentThreads.cancelledAt} is not null as is_cancelled),
    added as (${addBodies})
    select bumped.is_cancelled as "isCancelled" from bumped`,
);

/** Renews a run's lease; no row when it no longer holds the thread. */
export const renewAgentLease = statement<
  { tripId: string; runId: string; leaseUntil: Date },
  { isCancelled: boolean }
>(
  "renew_agent_lease",
  sql`update ${agentThreads} set lease_until = ${param("leaseUntil", "timestamptz")}
    where ${agentThreads.tripId} = ${param("tripId", "uuid")} and ${agentThreads.runId} = ${param("runId", "uuid")}
    returning ${agentThreads.cancelledAt} is not null as "isCancelled"`,
);

export const selectRunEvents = statement<{ runId: string }, { body: StoredAgentEventBody }>(
  "select_run_events",
  sql`select ${agentEvents.body} as body from ${agentEvents} where ${agentEvents.runId} = ${param("runId", "uuid")}
    order by ${agentEvents.cursor}`,
);

/** Messages, newest first; `before` is the cursor of the last one of the page before. */
export const selectAgentMessages = statement<
  { tripId: string; before: number | null; limit: number },
  { message: AgentMessageDto }
>(
  "select_agent_messages",
  sql`select ${messageJson} as message from ${messagesWithRuns} where ${agentMessages.tripId} = ${param("tripId", "uuid")}
    and (${sql.placeholder("before")}::bigint is null or ${agentMessages.cursor} < ${sql.placeholder("before")}::bigint)
    order by ${agentMessages.cursor} desc limit ${param("limit", "int")}`,
);

/** Messages between two cursors, oldest first. */
export const selectAgentMessagesBetween = statement<
  { tripId: string; after: number; before: number; limit: number },
  { message: AgentMessageDto }
>(
  "select_agent_messages_between",
  sql`select ${messageJson} as message from ${messagesWithRuns} where ${agentMessages.tripId} = ${param("tripId", "uuid")}
    and ${agentMessages.cursor} > ${sql.placeholder("after")}::bigint and ${agentMessages.cursor} < ${sql.placeholder("before")}::bigint
    order by ${agentMessages.cursor} limit ${param("limit", "int")}`,
);

export const selectAgentMessage = statement<{ tripId: string; id: string }, { message: AgentMessageDto }>(
  "select_agent_message",
  sql`select ${messageJson} as message from ${messagesWithRuns}
    where ${agentMessages.tripId} = ${param("tripId", "uuid")} and ${agentMessages.id} = ${param("id", "uuid")}`,
);

export interface FoundRun {
  run: AgentRunDto;
  userId: string;
  groupId: string;
}

export const selectAgentRun = statement<{ tripId: string; runId: string }, FoundRun>(
  "select_agent_run",
  sql`select ${runJson} as run, ${agentRuns.userId} as "userId", ${agentRuns.groupId} as "groupId" from ${agentRuns}
    where ${agentRuns.tripId} = ${param("tripId", "uuid")} and ${agentRuns.id} = ${param("runId", "uuid")}`,
);

/**
 * Frees the thread and locks it; no row when the run has ended already, or has renewed its lease since `unheardSince`
 * (null: in any case).
 */
export const releaseAgentThread = statement<
  { tripId: string; runId: string; unheardSince: Date | null },
  { cursor: number }
>(
  "release_agent_thread",
  sql`update ${agentThreads} set run_id = null, lease_until = null, cancelled_at = null, cancelled_by = null
    where ${agentThreads.tripId} = ${param("tripId", "uuid")} and ${agentThreads.runId} = ${param("runId", "uuid")}
      and (${param("unheardSince", "timestamptz")} is null or ${agentThreads.leaseUntil} < ${param("unheardSince", "timestamptz")})
    returning ${agentThreads.cursor}::float8 as cursor`,
);

/** `parts` are the JSON of the reply's AgentParts, `fault` that of an AgentFault or null. */
export const endAgentRun = statement<
  { runId: string; status: AgentRunDto["status"]; fault: string | null; parts: string; at: Date },
  never
>(
  "end_agent_run",
  sql`with ended as (update ${agentRuns} set status = ${param("status", "text")}, fault = ${param("fault", "jsonb")},
        ended_at = ${param("at", "timestamptz")} where ${agentRuns.id} = ${param("runId", "uuid")} returning reply_id)
    update ${agentMessages} set parts = ${param("parts", "jsonb")} from ended where ${agentMessages.id} = ended.reply_id`,
);

/** Asks a run to stop; no row when it is no longer under way. */
export const cancelAgentRun = statement<
  { tripId: string; runId: string; userId: string; at: Date },
  { runId: string }
>(
  "cancel_agent_run",
  sql`update ${agentThreads} set cancelled_at = coalesce(${agentThreads.cancelledAt}, ${param("at", "timestamptz")}),
      cancelled_by = coalesce(${agentThreads.cancelledBy}, ${param("userId", "uuid")})
    where ${agentThreads.tripId} = ${param("tripId", "uuid")} and ${agentThreads.runId} = ${param("runId", "uuid")}
    returning ${agentThreads.runId} as "runId"`,
);

/** Asks every run to stop that this user has begun and that is still under way, on any server. */
export const cancelAgentRunsOf = statement<{ userId: string; at: Date }, { runId: string }>(
  "cancel_agent_runs_of",
  sql`update ${agentThreads} set cancelled_at = ${param("at", "timestamptz")}, cancelled_by = ${param("userId", "uuid")}
    from ${agentRuns} where ${agentRuns.id} = ${agentThreads.runId} and ${agentRuns.userId} = ${param("userId", "uuid")}
      and ${agentThreads.cancelledAt} is null returning ${agentThreads.runId} as "runId"`,
);

export const saveAgentMode = statement<{ tripId: string; mode: AgentMode }, never>(
  "save_agent_mode",
  sql`update ${agentThreads} set mode = ${param("mode", "text")} where ${agentThreads.tripId} = ${param("tripId", "uuid")}`,
);

/** Runs whose process has not renewed their lease in time. */
export const selectLostRuns = statement<{ before: Date; limit: number }, { tripId: string; runId: string }>(
  "select_lost_agent_runs",
  sql`select ${agentThreads.tripId} as "tripId", ${agentThreads.runId} as "runId" from ${agentThreads}
    where ${agentThreads.runId} is not null and ${agentThreads.leaseUntil} < ${param("before", "timestamptz")}
    order by ${agentThreads.leaseUntil} limit ${param("limit", "int")}`,
);

/** Whether a run is still adding events to this group of the trip. */
export const selectActiveRunOfGroup = statement<{ tripId: string; groupId: string }, { runId: string }>(
  "select_growing_group",
  sql`select ${agentRuns.id} as "runId" from ${agentThreads} join ${agentRuns} on ${agentRuns.id} = ${agentThreads.runId}
    where ${agentThreads.tripId} = ${param("tripId", "uuid")} and ${agentRuns.groupId} = ${param("groupId", "uuid")}`,
);

/**
 * The first events that a run has written into the trip, oldest first; each row also holds the number of all of them,
 * and the last one.
 */
export const selectRunWrites = statement<
  { tripId: string; groupId: string; limit: number },
  Pick<StoredEvent, "seq" | "op" | "entityId" | "before" | "after"> & { count: number; lastSeq: number }
>(
  "select_run_writes",
  sql`select ${tripEvents.seq} as seq, ${tripEvents.op} as op, ${tripEvents.entityId} as "entityId", ${tripEvents.before} as before,
      ${tripEvents.after} as after, count(*) over ()::int as count, max(${tripEvents.seq}) over () as "lastSeq"
    from ${tripEvents} where ${tripEvents.groupId} = ${param("groupId", "uuid")} and ${tripEvents.tripId} = ${param("tripId", "uuid")}
    order by ${tripEvents.seq} limit ${param("limit", "int")}`,
);
