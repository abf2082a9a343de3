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
  memberId: string;
  role: Role;
}

/**
 * Authorises and locks at once: no membership, no lock. The member row is locked too, so that a role that changed
 * while this waited is read as it is now. `no key` leaves rows free that merely point to the trip.
 */
export const lockTrip = statement<{ tripId: string; userId: string }, LockedTrip>(
  "lock_trip",
  sql`select ${tripJson} as trip, ${trips.seq} as seq, ${tripMembers.id} as "memberId", ${tripMembers.role} as role
    from ${trips} join ${tripMembers} on ${tripMembers.tripId} = ${trips.id}
    where ${trips.id} = ${param("tripId", "uuid")} and ${tripMembers.userId} = ${param("userId", "uuid")}
      and ${tripMembers.leftAt} is null
    for no key update of ${trips} for share of ${tripMembers}`,
);

/** Locks a trip that the caller is no member of, for joining it or for the service's own work. */
export const lockTripUnchecked = statement<{ tripId: string }, Pick<LockedTrip, "trip" | "seq">>(
  "lock_trip_unchecked",
  sql`select ${tripJson} as trip, ${trips.seq} as seq from ${trips}
    where ${trips.id} = ${param("tripId", "uuid")} for no key update`,
);

const bumpTrip = sql`update ${trips} set seq = ${param("seq", "int")}, active_at = ${param("at", "timestamptz")}
  where ${trips.id} = ${param("tripId", "uuid")} returning 1`;

const insertEventRows = sql`insert into ${tripEvents}
    (trip_id, seq, group_id, actor_id, via, run_id, op, entity_id, before, after, visible_to, at)
  select ${param("tripId", "uuid")}, e.seq, ${param("groupId", "uuid")}, ${param("actorId", "uuid")}, ${param("via", "text")}, null,
    e.op, e."entityId", e.before, e.after, e."visibleTo", ${param("at", "timestamptz")}
  from jsonb_to_recordset(${param("events", "jsonb")})
    as e(seq int, op text, "entityId" uuid, before jsonb, after jsonb, "visibleTo" uuid[])`;

const insertKey = sql`insert into ${idempotencyKeys} (user_id, key, request_hash, status, trip_seq, body, created_at)
  values (${param("userId", "uuid")}, ${param("key", "uuid")}, ${param("requestHash", "text")}, ${param("status", "int")},
    ${param("tripSeq", "int")}, ${param("body", "text")}, ${param("at", "timestamptz")})`;

export interface EventsParams {
  tripId: string;
  /** The trip's seq after these events. */
  seq: number;
  groupId: string;
  actorId: string | null;
  via: string;
  at: Date;
  /** JSON array of `{ seq, op, entityId, before, after, visibleTo }`. */
  events: string;
}

export interface KeyParams {
  userId: string;
  key: string;
  requestHash: string;
  status: number;
  tripSeq: number | null;
  body: string;
  at: Date;
}

export const insertEvents = statement<EventsParams, never>(
  "insert_events",
  sql`with bumped as (${bumpTrip}) ${insertEventRows}`,
);

/** A second row under one key violates its primary key, which undoes the whole transaction. */
export const insertIdempotencyKey = statement<KeyParams, never>("insert_idempotency_key", insertKey);

export const insertEventsAndKey = statement<EventsParams & KeyParams, never>(
  "insert_events_and_key",
  sql`with bumped as (${bumpTrip}), keyed as (${insertKey}) ${insertEventRows}`,
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

/** One row when the id is new, none when it was used before. */
export const claimClientId = statement<ClientId, { id: string }>(
  "claim_client_id",
  sql`insert into ${clientIds} (id, user_id, trip_id, kind, input_hash)
    values (${param("id", "uuid")}, ${param("userId", "uuid")}, ${param("tripId", "uuid")}, ${param("kind", "text")}, ${param("inputHash", "text")})
    on conflict (id) do nothing returning id`,
);

export const selectClientId = statement<{ id: string }, ClientId>(
  "select_client_id",
  sql`select ${clientIds.id} as id, ${clientIds.userId} as "userId", ${clientIds.tripId} as "tripId", ${clientIds.kind} as kind,
      ${clientIds.inputHash} as "inputHash" from ${clientIds} where ${clientIds.id} = ${param("id", "uuid")}`,
);
