import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { clientIds, idempotencyKeys, tripEvents } from "#db/schema/events.ts";
import { tripMembers } from "#db/schema/members.ts";
import { trips } from "#db/schema/trips.ts";
import type { Role } from "#lib/shared/roles.ts";
import type { TripFields } from "#lib/shared/trips.ts";
import { param } from "./projection.ts";
import { tripJson } from "./projections.ts";

export interface LockedTrip {
  trip: TripFields;
  seq: number;
  /** Positive: a room wants to get the events. */
  roomEpoch: number;
  /** An upper bound of the bytes of the trip's live rows; null: they were never counted. */
  sizeBytes: number | null;
  memberId: string;
  role: Role;
}

/**
 * Checks the access to a trip and locks the trip in one statement: without a membership nothing is locked. The member
 * row is locked too, so that a role that changed during the wait is read in its new state. `no key` does not block rows
 * that merely refer to the trip.
 */
export const lockTrip = statement<{ tripId: string; userId: string }, LockedTrip>(
  "lock_trip",
  sql`select ${tripJson} as trip, ${trips.seq} as seq, ${trips.roomEpoch} as "roomEpoch", ${trips.sizeBytes} as "sizeBytes", ${tripMembers.id} as "memberId", ${tripMembers.role} as role
    from ${trips} join ${tripMembers} on ${tripMembers.tripId} = ${trips.id}
    where ${trips.id} = ${param("tripId", "uuid")} and ${tripMembers.userId} = ${param("userId", "uuid")}
      and ${tripMembers.leftAt} is null
    for no key update of ${trips} for share of ${tripMembers}`,
);

/** Locks a trip that the caller is not a member of, to join it or for the service's own work. */
export const lockTripUnchecked = statement<{ tripId: string }, Omit<LockedTrip, "memberId" | "role">>(
  "lock_trip_unchecked",
  sql`select ${tripJson} as trip, ${trips.seq} as seq, ${trips.roomEpoch} as "roomEpoch", ${trips.sizeBytes} as "sizeBytes" from ${trips}
    where ${trips.id} = ${param("tripId", "uuid")} for no key update`,
);

/** Updates the trip's own row for new events; events that no room waits for count as published. */
const bumpTrip = sql`update ${trips} set seq = ${param("seq", "int")}, stop_count = ${trips.stopCount} + ${param("addedStops", "int")}, active_at = ${param("at", "timestamptz")},
    size_bytes = coalesce(${param("countedBytes", "int")}, ${trips.sizeBytes} + ${param("addedBytes", "int")}),
    published_seq = case when ${trips.roomEpoch} > 0 then ${trips.publishedSeq} else ${param("seq", "int")} end
  where ${trips.id} = ${param("tripId", "uuid")} and ${trips.seq} < ${param("seq", "int")}`;

const insertEventRows = sql`insert into ${tripEvents}
    (trip_id, seq, group_id, actor_id, via, run_id, op, entity_id, before, after, visible_to, at)
  select ${param("tripId", "uuid")}, e.seq, ${param("groupId", "uuid")}, ${param("actorId", "uuid")}, ${param("via", "text")}, ${param("runId", "uuid")},
    e.op, e."entityId", e.before, e.after, e."visibleTo", ${param("at", "timestamptz")}
  from jsonb_to_recordset(${param("events", "jsonb")})
    as e(seq int, op text, "entityId" uuid, before jsonb, after jsonb, "visibleTo" uuid[])`;

const insertKey = sql`insert into ${idempotencyKeys} (user_id, key, request_hash, status, trip_seq, body, created_at)
  select ${param("userId", "uuid")}, ${param("key", "uuid")}, ${param("requestHash", "text")}, ${param("status", "int")},
    ${param("tripSeq", "int")}, ${param("body", "text")}, ${param("at", "timestamptz")} where ${param("key", "uuid")} is not null`;

const claimIds = sql`insert into ${clientIds} (id, user_id, trip_id, kind, input_hash)
  select c.id, c."userId", c."tripId", c.kind, c."inputHash" from jsonb_to_recordset(${param("claims", "jsonb")})
    as c(id uuid, "userId" uuid, "tripId" uuid, kind text, "inputHash" text)`;

export interface IdempotencyKeyParams {
  userId: string;
  /** The idempotency key of the write; null: the write has none, and its answer is not stored. */
  key: string | null;
  requestHash: string;
  status: number;
  tripSeq: number | null;
  body: string;
  at: Date;
}

export interface WriteLog extends IdempotencyKeyParams {
  tripId: string;
  /** The trip's seq after the write's events. */
  seq: number;
  groupId: string;
  actorId: string | null;
  via: string;
  /** The agent run that has written; null: a user or the service has. */
  runId: string | null;
  /** By how much the number of live stops changes; negative when there are fewer. */
  addedStops: number;
  /** Bytes of the JSON of the changed rows. */
  addedBytes: number;
  /** Bytes of the whole trip after the write; null: they were not counted. */
  countedBytes: number | null;
  /** JSON array of `{ seq, op, entityId, before, after, visibleTo }`; may be empty. */
  events: string;
  /** JSON array of {@link ClientId}; may be empty. */
  claims: string;
}

/**
 * Stores an idempotency key. A second row under the same key violates the primary key, which rolls back the whole
 * transaction.
 */
export const insertIdempotencyKey = statement<IdempotencyKeyParams, never>(
  "insert_idempotency_key",
  insertKey,
);

/**
 * Writes all records of a write beside its rows. A key or an id that was used before rolls back the whole transaction.
 */
export const logWrite = statement<WriteLog, never>(
  "log_write",
  sql`with bumped as (${bumpTrip}), keyed as (${insertKey}), claimed as (${claimIds}) ${insertEventRows}`,
);

export interface StoredAnswer {
  requestHash: string;
  status: number;
  tripSeq: number | null;
  body: string;
}

export const selectStoredAnswer = statement<{ userId: string; key: string }, StoredAnswer>(
  "select_stored_answer",
  sql`select ${idempotencyKeys.requestHash} as "requestHash", ${idempotencyKeys.status} as status,
      ${idempotencyKeys.tripSeq} as "tripSeq", ${idempotencyKeys.body} as body
    from ${idempotencyKeys} where ${idempotencyKeys.userId} = ${param("userId", "uuid")} and ${idempotencyKeys.key} = ${param("key", "uuid")}`,
);

export interface ClientId {
  id: string;
  userId: string;
  tripId: string | null;
  kind: string;
  inputHash: string;
}

export const selectClientId = statement<{ id: string }, ClientId>(
  "select_client_id",
  sql`select ${clientIds.id} as id, ${clientIds.userId} as "userId", ${clientIds.tripId} as "tripId", ${clientIds.kind} as kind,
      ${clientIds.inputHash} as "inputHash" from ${clientIds} where ${clientIds.id} = ${param("id", "uuid")}`,
);
