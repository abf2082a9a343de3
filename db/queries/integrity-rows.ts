import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { comments } from "#db/schema/comments.ts";
import { decisions, suggestions } from "#db/schema/decisions.ts";
import { tripEvents } from "#db/schema/events.ts";
import { items } from "#db/schema/items.ts";
import { tripMembers } from "#db/schema/members.ts";
import { expenses, settlements } from "#db/schema/money.ts";
import { days, stops, votes } from "#db/schema/plan.ts";
import { attachments, reservations } from "#db/schema/reservations.ts";
import { trips } from "#db/schema/trips.ts";
import { LIST_TABLES } from "./list-rows.ts";
import { jsonObject, param } from "./projection.ts";
import {
  attachmentFields,
  commentFields,
  dayFields,
  decisionFields,
  expenseFields,
  itemFields,
  memberFields,
  reservationFields,
  settlementFields,
  stopFields,
  suggestionFields,
  tripFields,
} from "./projections.ts";

const tripIds = param("tripIds", "uuid[]");
/** The kind of an event: the first segment of its op. */
const kindOf = sql`split_part(${tripEvents.op}, '.', 1)`;

interface Kind {
  table: SQLWrapper;
  fields: Record<string, SQLWrapper>;
  id: SQLWrapper;
  tripId: SQLWrapper;
  /** The column that says when a row was deleted; null: rows of this table are never deleted. */
  deletedAt: SQLWrapper | null;
}

function kind(
  table: SQLWrapper & { id: SQLWrapper; tripId: SQLWrapper; deletedAt?: SQLWrapper },
  fields: Record<string, SQLWrapper>,
): Kind {
  return { table, fields, id: table.id, tripId: table.tripId, deletedAt: table.deletedAt ?? null };
}

const KINDS: Readonly<Record<string, Kind>> = {
  trip: { table: trips, fields: tripFields, id: trips.id, tripId: trips.id, deletedAt: trips.deletedAt },
  day: kind(days, dayFields),
  stop: kind(stops, stopFields),
  reservation: kind(reservations, reservationFields),
  expense: kind(expenses, expenseFields),
  settlement: kind(settlements, settlementFields),
  attachment: kind(attachments, attachmentFields),
  decision: kind(decisions, decisionFields),
  suggestion: kind(suggestions, suggestionFields),
  item: kind(items, itemFields),
  member: kind(tripMembers, memberFields),
  comment: kind(comments, commentFields),
  ...Object.fromEntries(
    Object.entries(LIST_TABLES).map(([name, { table, fields }]) => [name, kind(table, fields)]),
  ),
};

const rowsOfKinds: SQL[] = Object.entries(KINDS).map(
  ([name, { table, fields, id, tripId, deletedAt }]) =>
    sql`select ${sql.raw(`'${name}'`)} as kind, ${tripId} as trip_id, ${id} as id, ${jsonObject(fields)}::jsonb as entity,
      ${deletedAt ? sql`${deletedAt} is not null` : sql`false`} as is_deleted
    from ${table} where ${tripId} = any(${tripIds})`,
);

export interface StrayRow {
  tripId: string;
  kind: string;
  entityId: string;
  /** The sequence number of the event that contradicts the row. */
  seq: number;
  /**
   * The fields that differ; null: the row is missing, or it exists although the event deleted it, or the other way
   * round.
   */
  fields: string[] | null;
}

/** A condition: whether the event changed a row that was deleted and stayed so; such an event is visible to nobody. */
const isOfDeleted = sql`(${tripEvents.visibleTo} is not distinct from '{}' and ${tripEvents.after}->>'deletedAt' is not null)`;

/**
 * Rows that differ from their last event. Only fields that both the row and the event have are compared, since events
 * of older versions have fewer fields. Events whose texts were deleted for good hold nothing but an id, and a deleted
 * comment's text is in no event.
 */
export const selectStrayRows = statement<{ tripIds: string[] }, StrayRow>(
  "select_stray_rows",
  sql`with last as (
      select distinct on (${tripEvents.tripId}, ${kindOf}, ${tripEvents.entityId}) ${tripEvents.tripId} as trip_id, ${kindOf} as kind,
        ${tripEvents.entityId} as id, ${tripEvents.seq} as seq, ${tripEvents.after} as after, ${tripEvents.op} like '%.deleted' as deletes,
        ${isOfDeleted} as is_of_deleted
      from ${tripEvents} where ${tripEvents.tripId} = any(${tripIds}) and ${kindOf} not in ('vote', 'members')
        and ${tripEvents.op} not in ('expense.shared', 'expense.withdrawn')
      order by ${tripEvents.tripId}, ${kindOf}, ${tripEvents.entityId}, ${tripEvents.seq} desc),
    kept as (${sql.join(rowsOfKinds, sql` union all `)})
    select last.trip_id as "tripId", last.kind as kind, last.id as "entityId", last.seq as seq, differing.fields as fields
    from last left join kept on kept.trip_id = last.trip_id and kept.kind = last.kind and kept.id = last.id
    cross join lateral (select array_agg(said.key order by said.key) as fields from jsonb_each(last.after) said
      where not last.deletes and kept.entity ? said.key and kept.entity->said.key is distinct from said.value
        and not (last.is_of_deleted and said.key = 'body')) differing
    where differing.fields is not null
      or (kept.id is null and last.after <> jsonb_build_object('id', last.id))
      or (kept.id is not null and kept.is_deleted <> (last.deletes or last.is_of_deleted))
    order by last.trip_id, last.seq`,
);

/** Votes that differ from the last vote in the event log. */
export const selectStrayVotes = statement<
  { tripIds: string[] },
  { tripId: string; stopId: string; memberId: string; seq: number }
>(
  "select_stray_votes",
  sql`with last as (
      select distinct on (${tripEvents.tripId}, ${tripEvents.entityId}, ${tripEvents.after}->>'memberId') ${tripEvents.tripId} as trip_id,
        ${tripEvents.entityId} as stop_id, (${tripEvents.after}->>'memberId')::uuid as member_id, ${tripEvents.seq} as seq,
        (${tripEvents.after}->>'value')::int as value
      from ${tripEvents} where ${tripEvents.tripId} = any(${tripIds}) and ${tripEvents.op} = 'vote.set'
      order by ${tripEvents.tripId}, ${tripEvents.entityId}, ${tripEvents.after}->>'memberId', ${tripEvents.seq} desc)
    select last.trip_id as "tripId", last.stop_id as "stopId", last.member_id as "memberId", last.seq as seq
    from last left join ${votes} on ${votes.stopId} = last.stop_id and ${votes.memberId} = last.member_id
    where coalesce(${votes.value}, 0) <> last.value order by last.trip_id, last.seq`,
);
