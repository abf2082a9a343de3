import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { commentReads, comments } from "#db/schema/comments.ts";
import { tripMembers } from "#db/schema/members.ts";
import { stops } from "#db/schema/plan.ts";
import { expenses } from "#db/schema/money.ts";
import { reservations } from "#db/schema/reservations.ts";
import type { UnreadThread } from "#lib/shared/comments.ts";
import { isVisibleTo } from "./expenses.ts";
import { jsonObject, param } from "./projection.ts";

/** Ids are made by clients, whose clocks differ, so the service's clock decides which comment is newer. */
const newestFirst = sql`${comments.createdAt} desc, ${comments.id} desc`;

const unreadJson = jsonObject<UnreadThread>({
  target: sql`json_build_object('kind', ${comments.targetKind}, 'id', ${comments.targetId})`,
  count: sql`count(*)`,
  newestId: sql`(array_agg(${comments.id} order by ${newestFirst}))[1]`,
});

/**
 * Threads about rows that are not deleted, with live comments of others that arrived after the member's read mark, and
 * that mark.
 */
export const selectUnread = statement<{ tripId: string; memberId: string }, { thread: UnreadThread }>(
  "select_unread",
  sql`select ${unreadJson} as thread from ${comments}
      join ${tripMembers} me on me.id = ${param("memberId", "uuid")} and me.created_at < ${comments.createdAt}
      left join ${commentReads} on ${commentReads.memberId} = ${param("memberId", "uuid")}
        and ${commentReads.targetKind} = ${comments.targetKind} and ${commentReads.targetId} = ${comments.targetId}
      left join ${comments} mark on mark.id = ${commentReads.upTo}
      left join ${stops} on ${comments.targetKind} = 'stop' and ${stops.id} = ${comments.targetId} and ${stops.deletedAt} is null
      left join ${reservations} on ${comments.targetKind} = 'reservation' and ${reservations.id} = ${comments.targetId}
        and ${reservations.deletedAt} is null
      left join ${expenses} on ${comments.targetKind} = 'expense' and ${expenses.id} = ${comments.targetId}
        and ${expenses.deletedAt} is null and ${isVisibleTo(param("memberId", "uuid"))}
    where ${comments.tripId} = ${param("tripId", "uuid")} and ${comments.memberId} <> ${param("memberId", "uuid")}
      and ${comments.deletedAt} is null and (mark.id is null or (${comments.createdAt}, ${comments.id}) > (mark.created_at, mark.id))
      and (${comments.targetKind} = 'trip' or ${stops.id} is not null or ${reservations.id} is not null or ${expenses.id} is not null)
    group by ${comments.targetKind}, ${comments.targetId} order by max(${comments.createdAt}) desc, ${comments.targetId}`,
);

interface Mark {
  memberId: string;
  tripId: string;
  kind: string;
  targetId: string;
  upTo: string;
  at: Date;
}

const isBehind = sql`exists (select 1 from ${comments} held, ${comments} given where held.id = ${commentReads.upTo}
  and given.id = excluded.up_to and (held.created_at, held.id) >= (given.created_at, given.id))`;

/** The value with which an upsert resolves two read marks of one thread: the further one stays. */
export const furtherReadMark = sql`case when ${isBehind} then ${commentReads.upTo} else excluded.up_to end`;

/** Moves a read mark forward, never back; returns its position. */
export const upsertReadMark = statement<Mark, { upTo: string }>(
  "upsert_mark",
  sql`insert into ${commentReads} (member_id, target_kind, target_id, trip_id, up_to, updated_at)
    values (${param("memberId", "uuid")}, ${param("kind", "text")}, ${param("targetId", "uuid")}, ${param("tripId", "uuid")},
      ${param("upTo", "uuid")}, ${param("at", "timestamptz")})
    on conflict (member_id, target_kind, target_id) do update set
      up_to = ${furtherReadMark}, updated_at = excluded.updated_at
    returning ${commentReads.upTo} as "upTo"`,
);
