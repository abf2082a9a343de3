import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { verifications } from "#db/schema/auth.ts";
import { idempotencyKeys, tripEvents } from "#db/schema/events.ts";
import { tripMembers } from "#db/schema/members.ts";
import { trips } from "#db/schema/trips.ts";
import { param } from "./projection.ts";

/**
 * Records which events have reached the rooms; `marks` is a JSON array of `{ id, seq }`. A trip whose lock another
 * write holds is skipped instead of waited for: that write's own delivery will be recorded.
 */
export const markPublished = statement<{ marks: string }, never>(
  "mark_published",
  sql`with due as (
      select ${trips.id} as id, m.seq as seq from ${trips}
        join jsonb_to_recordset(${param("marks", "jsonb")}) as m(id uuid, seq int) on m.id = ${trips.id}
      where ${trips.publishedSeq} < m.seq order by ${trips.id} for no key update of ${trips} skip locked)
    update ${trips} set published_seq = least(due.seq, ${trips.seq}) from due where ${trips.id} = due.id`,
);

/**
 * Records that a room asks for the trip's event log: from now on it gets every event. The statement waits for a write
 * under way, so that the write's events are in the log that is read afterwards.
 */
export const openRoom = statement<{ tripId: string }, { seq: number }>(
  "open_room",
  sql`update ${trips} set room_epoch = abs(${trips.roomEpoch}) + 1 where ${trips.id} = ${param("tripId", "uuid")}
    returning ${trips.seq} as seq`,
);

/**
 * Records that the given rooms have no sockets and hold no event log, unless a room asked for the log again after it
 * reported that it holds none; `rooms` is a JSON array of `{ id, epoch }`.
 */
export const closeRooms = statement<{ rooms: string }, never>(
  "close_rooms",
  sql`with due as (
      select ${trips.id} as id from ${trips}
        join jsonb_to_recordset(${param("rooms", "jsonb")}) as r(id uuid, epoch int) on r.id = ${trips.id}
      where ${trips.roomEpoch} = r.epoch order by ${trips.id} for no key update of ${trips} skip locked)
    update ${trips} set room_epoch = -${trips.roomEpoch}, published_seq = ${trips.seq} from due where ${trips.id} = due.id`,
);

export interface UnpublishedTrip {
  id: string;
  roomEpoch: number;
  publishedSeq: number;
  seq: number;
}

/**
 * Trips whose oldest unpublished event is older than `before`, the longest waiting first. Trips whose lock a write
 * holds are skipped, and no lock is kept: a room ignores events that it gets twice, so two runs at once do no harm.
 * PostgreSQL can't know how few trips have such events; the inner limits make it use the indexes instead of whole
 * tables.
 */
export const selectUnpublished = statement<{ before: Date; limit: number }, UnpublishedTrip>(
  "select_unpublished",
  sql`select ${trips.id} as id, ${trips.roomEpoch} as "roomEpoch", ${trips.publishedSeq} as "publishedSeq", ${trips.seq} as seq
    from (select behind.id from ${trips} behind where behind.is_behind order by behind.id limit 1000) candidate
    join ${trips} on ${trips.id} = candidate.id
    join lateral (select oldest.at from ${tripEvents} oldest
      where oldest.trip_id = ${trips.id} and oldest.seq = ${trips.publishedSeq} + 1 limit 1) e on true
    where ${trips.publishedSeq} < ${trips.seq} and e.at < ${param("before", "timestamptz")}
    order by e.at limit ${param("limit", "int")} for no key update of ${trips} skip locked`,
);

/** Trips whose rooms this user's sockets may be in: the user's own trips, and the demo trips. */
export const selectTripIdsOfUser = statement<{ userId: string }, { id: string }>(
  "select_trip_ids_of_user",
  sql`select ${tripMembers.tripId} as id from ${tripMembers}
      where ${tripMembers.userId} = ${param("userId", "uuid")} and ${tripMembers.leftAt} is null
    union select ${trips.id} from ${trips} where ${trips.isDemo}`,
);

export const deleteOldIdempotencyKeys = statement<{ before: Date; limit: number }, never>(
  "delete_old_keys",
  sql`delete from ${idempotencyKeys} where (user_id, key) in (
    select k.user_id, k.key from ${idempotencyKeys} k where k.created_at < ${param("before", "timestamptz")}
    limit ${param("limit", "int")} for update skip locked)`,
);

export const deleteExpiredVerifications = statement<{ before: Date; limit: number }, never>(
  "delete_expired_verifications",
  sql`delete from ${verifications} where id = any(array(
    select v.id from ${verifications} v where v.expires_at < ${param("before", "timestamptz")}
    limit ${param("limit", "int")} for update skip locked))`,
);
