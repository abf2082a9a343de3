import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { comments } from "#db/schema/comments.ts";
import { idempotencyKeys, tripEvents } from "#db/schema/events.ts";
import { tripMembers } from "#db/schema/members.ts";
import { trips } from "#db/schema/trips.ts";
import type { EventOp } from "#lib/shared/events.ts";
import { param } from "./projection.ts";

export interface StoredEvent {
  seq: number;
  groupId: string;
  actorId: string | null;
  via: "user" | "agent" | "system";
  op: EventOp;
  entityId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
  visibleTo: string[] | null;
  at: Date;
}

const columns = sql`${tripEvents.seq} as seq, ${tripEvents.groupId} as "groupId", ${tripEvents.actorId} as "actorId", ${tripEvents.via} as via,
  ${tripEvents.op} as op, ${tripEvents.entityId} as "entityId", ${tripEvents.before} as before, ${tripEvents.after} as after,
  ${tripEvents.visibleTo} as "visibleTo", ${tripEvents.at} as at`;

/** Events after a sequence number, oldest first. */
export const selectEvents = statement<{ tripId: string; after: number; limit: number }, StoredEvent>(
  "select_events",
  sql`select ${columns} from ${tripEvents} where ${tripEvents.tripId} = ${param("tripId", "uuid")}
    and ${tripEvents.seq} > ${param("after", "int")} order by ${tripEvents.seq} limit ${param("limit", "int")}`,
);

export const selectTripSeq = statement<{ tripId: string }, { seq: number }>(
  "select_trip_seq",
  sql`select ${trips.seq} as seq from ${trips} where ${trips.id} = ${param("tripId", "uuid")}`,
);

/** All events of the write that `seq` belongs to, oldest first. */
export const selectGroupOf = statement<{ tripId: string; seq: number }, StoredEvent>(
  "select_group_of",
  sql`select ${columns} from ${tripEvents} where ${tripEvents.tripId} = ${param("tripId", "uuid")} and ${tripEvents.groupId} =
    (select e.group_id from ${tripEvents} e where e.trip_id = ${param("tripId", "uuid")} and e.seq = ${param("seq", "int")})
    order by ${tripEvents.seq}`,
);

export interface EntityEventsParams {
  tripId: string;
  /** The first segments of the events' ops: ids are unique within a kind only. */
  kinds: string[];
  entityId: string;
  after: number;
  fields: string[] | null;
}

/** Events after `seq` that created an entity or changed one of the given fields of it (null: any field). */
export const selectEventsOfEntity = statement<EntityEventsParams, StoredEvent>(
  "select_touching",
  sql`select ${columns} from ${tripEvents} where ${tripEvents.tripId} = ${param("tripId", "uuid")} and ${tripEvents.entityId} = ${param("entityId", "uuid")}
    and ${tripEvents.seq} > ${param("after", "int")} and split_part(${tripEvents.op}, '.', 1) = any(${param("kinds", "text[]")})
    and (${param("fields", "text[]")} is null or ${tripEvents.before} ?| ${param("fields", "text[]")} or ${tripEvents.before} is null)
    order by ${tripEvents.seq}`,
);

export interface EntitiesEventsParams {
  tripId: string;
  after: number;
  /** JSON array of `{ entityId, kinds, fields }`, each as in {@link EntityEventsParams}. */
  asks: string;
}

/**
 * Reads events like {@link selectEventsOfEntity}, for many entities at once; `ask` is the index of the entity that a
 * row belongs to.
 */
export const selectEventsOfEntities = statement<EntitiesEventsParams, StoredEvent & { ask: number }>(
  "select_touching_each",
  sql`select asked.place::int - 1 as ask, found.* from rows from (jsonb_to_recordset(${param("asks", "jsonb")})
        as ("entityId" uuid, kinds text[], fields text[])) with ordinality as asked("entityId", kinds, fields, place)
    join lateral (select ${columns} from ${tripEvents} where ${tripEvents.tripId} = ${param("tripId", "uuid")}
        and ${tripEvents.entityId} = asked."entityId" and ${tripEvents.seq} > ${param("after", "int")}
        and split_part(${tripEvents.op}, '.', 1) = any(asked.kinds)
        and (asked.fields is null or ${tripEvents.before} ?| asked.fields or ${tripEvents.before} is null)) found on true
    order by asked.place, found.seq`,
);

/** Removes the text of a deleted comment from the event log. */
export const redactBody = statement<{ tripId: string; entityId: string }, never>(
  "redact_body",
  sql`update ${tripEvents} set after = ${tripEvents.after} || '{"body": ""}'::jsonb,
      before = case when ${tripEvents.before} ? 'body' then ${tripEvents.before} || '{"body": ""}'::jsonb else ${tripEvents.before} end
    where ${tripEvents.tripId} = ${param("tripId", "uuid")} and ${tripEvents.entityId} = ${param("entityId", "uuid")} and ${tripEvents.after} ? 'body'`,
);

/**
 * Stored answers of the trip's members that may contain a given comment. No answer that contains it is older than the
 * comment, except for differing clocks, so only few answers are searched.
 */
export const selectAnswersWithComment = statement<{ tripId: string; entityId: string }, StoredAnswerBody>(
  "select_answers_with",
  sql`select ${idempotencyKeys.userId} as "userId", ${idempotencyKeys.key} as key, ${idempotencyKeys.body} as body from ${idempotencyKeys}
    where ${idempotencyKeys.userId} in (select ${tripMembers.userId} from ${tripMembers} where ${tripMembers.tripId} = ${param("tripId", "uuid")})
      and ${idempotencyKeys.createdAt} > (select ${comments.createdAt} - interval '1 hour' from ${comments}
        where ${comments.tripId} = ${param("tripId", "uuid")} and ${comments.id} = ${param("entityId", "uuid")})
      and ${idempotencyKeys.body} like '%' || ${param("entityId", "uuid")}::text || '%'`,
);

export interface StoredAnswerBody {
  userId: string;
  key: string;
  body: string;
}

export const saveAnswerBody = statement<StoredAnswerBody, never>(
  "save_answer_body",
  sql`update ${idempotencyKeys} set body = ${param("body", "text")}
    where ${idempotencyKeys.userId} = ${param("userId", "uuid")} and ${idempotencyKeys.key} = ${param("key", "uuid")}`,
);
