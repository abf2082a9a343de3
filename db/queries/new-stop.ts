import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { sessions, users } from "#db/schema/auth.ts";
import { clientIds, idempotencyKeys, tripEvents } from "#db/schema/events.ts";
import { tripMembers } from "#db/schema/members.ts";
import { days, stops } from "#db/schema/plan.ts";
import { trips } from "#db/schema/trips.ts";
import { MAX_STOPS } from "#lib/shared/stops.ts";
import { MAX_TRIP_BYTES } from "#lib/shared/trip-size.ts";
import { param } from "./projection.ts";
import { stopInsertColumns } from "./stops.ts";

/* Adding a stop to the end of a day, in two statements that travel together with their transaction. */

const tripId = param("tripId", "uuid");
const userId = param("userId", "uuid");
const dayId = param("dayId", "uuid");
const id = param("id", "uuid");
const at = param("at", "timestamptz");

/** The setting that tells the following statements of the transaction which trip is locked. */
const HELD = "wayfare.held";
/**
 * The lock timeout for what can't be skipped: a key or an id that another write is about to use, or a table that gets
 * an index.
 */
const MOST_WAIT = "50ms";

/**
 * Locks what `lock_trip` locks, if nobody else has locked it. The following statement sees everything that was written
 * before, which a statement that takes the lock itself would not. Any other wait for a lock soon ends the transaction
 * by the lock timeout.
 */
export const tryLockTrip = statement<{ tripId: string; userId: string }, never>(
  "hold_trip",
  sql`select set_config('lock_timeout', ${sql.raw(`'${MOST_WAIT}'`)}, true), (
    select set_config(${sql.raw(`'${HELD}'`)}, held.id::text, true) from (select ${trips.id}
      from ${trips} join ${tripMembers} on ${tripMembers.tripId} = ${trips.id}
      where ${trips.id} = ${tripId} and ${tripMembers.userId} = ${userId} and ${tripMembers.leftAt} is null
      for no key update of ${trips} skip locked for share of ${tripMembers} skip locked) held)`,
);

export interface NewStopAtEnd {
  tripId: string;
  userId: string;
  sessionId: string;
  id: string;
  dayId: string | null;
  /**
   * The zone at the stop's place: it must be the one that the stop has anyway, or this fast path is not used. null: the
   * stop has no place, or a zone of its own.
   */
  zone: string | null;
  /** JSON of StopFields but for the position; id and instants in it are not read for the row. */
  stop: string;
  groupId: string;
  /** The hash of the input for which a client made the id; null: the service made the id, so no client claims it. */
  inputHash: string | null;
  /** The idempotency key of the write; null: the write has none, and its answer is not stored. */
  key: string | null;
  requestHash: string;
  status: number;
  /** The parts of the answer before and behind the position. */
  head: string;
  tail: string;
  /** Bytes of the stop's JSON. */
  addedBytes: number;
  at: Date;
}

const lastOf = (day: ReturnType<typeof sql>) => sql`(select ${stops.position} from ${stops}
  where ${stops.tripId} = ${tripId} and ${day} and ${stops.deletedAt} is null order by ${stops.position} desc limit 1)`;

/** The trip and the stop's new position in it; no row when the caller may not add the stop or a limit prevents it. */
const place = sql`select ${trips.id} as trip_id, order_key_after(case when ${dayId} is null then ${lastOf(sql`${stops.dayId} is null`)}
      else ${lastOf(sql`${stops.dayId} = ${dayId}`)} end) as position
  from ${trips}
  join ${tripMembers} on ${tripMembers.tripId} = ${trips.id} and ${tripMembers.userId} = ${userId}
    and ${tripMembers.leftAt} is null and ${tripMembers.role} in ('editor', 'owner')
  join ${sessions} on ${sessions.id} = ${param("sessionId", "uuid")} and ${sessions.userId} = ${userId} and ${sessions.expiresAt} > ${at}
  join ${users} on ${users.id} = ${userId} and ${users.blockedAt} is null
  left join ${days} on ${days.tripId} = ${trips.id} and ${days.id} = ${dayId} and ${days.deletedAt} is null
  where ${trips.id} = ${tripId} and current_setting(${sql.raw(`'${HELD}'`)}, true) = ${tripId}::text
    and ${trips.deletedAt} is null and ${trips.archivedAt} is null and ${trips.stopCount} < ${sql.raw(String(MAX_STOPS))}
    and ${trips.sizeBytes} + ${param("addedBytes", "int")} <= ${sql.raw(String(MAX_TRIP_BYTES))} and (${dayId} is null or ${days.id} is not null)
    and (${param("zone", "text")} is null or ${param("zone", "text")} = coalesce(${days.timezone}, ${trips.timezone}))`;

/** Updates the trip's own row for the new event; an event that no room waits for counts as published. */
const bump = sql`update ${trips} set seq = ${trips.seq} + 1, stop_count = ${trips.stopCount} + 1,
    size_bytes = ${trips.sizeBytes} + ${param("addedBytes", "int")}, active_at = ${at},
    published_seq = case when ${trips.roomEpoch} > 0 then ${trips.publishedSeq} else ${trips.seq} + 1 end
  from place where ${trips.id} = place.trip_id and place.position is not null
  returning ${trips.seq} as seq, ${trips.roomEpoch} as room_epoch, place.position as position`;

const add = sql`insert into ${stops} (id, trip_id, day_id, ${stopInsertColumns.columns}, position, created_by, created_at, updated_at)
  select ${id}, ${tripId}, ${dayId}, ${stopInsertColumns.values}, bumped.position, ${userId}, ${at}, ${at}
  from bumped, ${stopInsertColumns.record}`;

const logIt = sql`insert into ${tripEvents} (trip_id, seq, group_id, actor_id, via, op, entity_id, after, at)
  select ${tripId}, bumped.seq, ${param("groupId", "uuid")}, ${userId}, 'user', 'stop.created', ${id},
    ${param("stop", "jsonb")} || jsonb_build_object('position', bumped.position), ${at} from bumped`;

const claimId = sql`insert into ${clientIds} (id, user_id, trip_id, kind, input_hash)
  select ${id}, ${userId}, ${tripId}, 'stop', ${param("inputHash", "text")} from bumped where ${param("inputHash", "text")} is not null`;

const keepAnswer = sql`insert into ${idempotencyKeys} (user_id, key, request_hash, status, trip_seq, body, created_at)
  select ${userId}, ${param("key", "uuid")}, ${param("requestHash", "text")}, ${param("status", "int")}, bumped.seq,
    ${param("head", "text")} || bumped.position || ${param("tail", "text")}, ${at} from bumped where ${param("key", "uuid")} is not null`;

/**
 * Adds the stop with all records of a write, if the session is valid, the caller an editor and nothing else prevents
 * it; otherwise changes nothing and returns no row. A key or an id that was used before rolls back the whole
 * transaction.
 */
export const addStopAtEnd = statement<NewStopAtEnd, { seq: number; roomEpoch: number; position: string }>(
  "add_stop_at_end",
  sql`with place as (${place}), bumped as (${bump}), added as (${add}), claimed as (${claimId}), kept as (${keepAnswer}), logged as (${logIt})
    select seq, room_epoch as "roomEpoch", position from bumped`,
);
