import { sql } from "drizzle-orm";
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
import type { AttachmentDto } from "#lib/shared/attachments.ts";
import type { CommentTarget } from "#lib/shared/comments.ts";
import type { DayDto } from "#lib/shared/days.ts";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import type { EventOp } from "#lib/shared/events.ts";
import type { ExpenseFields } from "#lib/shared/expenses.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import type { ListKind, ListResource } from "#lib/shared/resources/list-resources.ts";
import type { ListRow } from "#lib/shared/resources/list-schemas.ts";
import type { ReservationFields } from "#lib/shared/reservations.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import type { StopFields, VoteDto } from "#lib/shared/stops.ts";
import type { SuggestionDto } from "#lib/shared/suggestions.ts";
import type { TripFields } from "#lib/shared/trips.ts";
import { isFileVisibleTo } from "./attachments.ts";
import { isVisibleTo, readerMemberId } from "./expenses.ts";
import { allListRows } from "./list-rows.ts";
import { isSettlementVisibleTo } from "./settlements.ts";
import { isoInstant, jsonArray, jsonColumns, jsonObject, param } from "./projection.ts";
import {
  attachmentFields,
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

export interface CommentState {
  id: string;
  target: CommentTarget;
  deletedAt: string | null;
  version: number;
  updatedAt: string;
}

type ListRows = { [K in ListKind as ListResource<K>["list"]]: ListRow<K>[] };

/** Every row that a trip ever had, even deleted ones, without rows that are now private to others. */
export interface TripRows extends ListRows {
  seq: number;
  trip: TripFields;
  days: (DayDto & { deletedAt: string | null })[];
  stops: StopFields[];
  votes: VoteDto[];
  reservations: ReservationFields[];
  attachments: AttachmentDto[];
  decisions: DecisionDto[];
  suggestions: SuggestionDto[];
  items: ItemDto[];
  expenses: ExpenseFields[];
  settlements: SettlementDto[];
  members: MemberDto[];
  comments: CommentState[];
}

const commentTarget = sql`json_build_object('kind', ${comments.targetKind}, 'id', ${comments.targetId})`;

const tripRows = jsonObject<TripRows>({
  seq: trips.seq,
  trip: jsonObject<TripFields>(tripFields),
  days: jsonArray(sql`select ${jsonColumns({ ...dayFields, deletedAt: isoInstant(days.deletedAt) })} from ${days}
    where ${days.tripId} = ${trips.id}`),
  stops: jsonArray(
    sql`select ${jsonColumns<StopFields>(stopFields)} from ${stops} where ${stops.tripId} = ${trips.id}`,
  ),
  votes:
    jsonArray(sql`select ${votes.stopId} as "stopId", ${votes.memberId} as "memberId", ${votes.value} as value,
    ${isoInstant(votes.updatedAt)} as "updatedAt" from ${votes} where ${votes.tripId} = ${trips.id}`),
  reservations: jsonArray(sql`select ${jsonColumns<ReservationFields>(reservationFields)} from ${reservations}
    where ${reservations.tripId} = ${trips.id}`),
  attachments: jsonArray(sql`select ${jsonColumns<AttachmentDto>(attachmentFields)} from ${attachments}
    where ${attachments.tripId} = ${trips.id} and ${isFileVisibleTo(readerMemberId)}`),
  decisions: jsonArray(sql`select ${jsonColumns<DecisionDto>(decisionFields)} from ${decisions}
    where ${decisions.tripId} = ${trips.id}`),
  suggestions: jsonArray(sql`select ${jsonColumns<SuggestionDto>(suggestionFields)} from ${suggestions}
    where ${suggestions.tripId} = ${trips.id}`),
  items: jsonArray(sql`select ${jsonColumns<ItemDto>(itemFields)} from ${items}
    where ${items.tripId} = ${trips.id} and (${items.ownerId} is null or ${items.ownerId} = ${param("userId", "uuid")})`),
  ...allListRows,
  expenses: jsonArray(sql`select ${jsonColumns<ExpenseFields>(expenseFields)} from ${expenses}
    where ${expenses.tripId} = ${trips.id} and ${isVisibleTo(readerMemberId)}`),
  settlements: jsonArray(sql`select ${jsonColumns<SettlementDto>(settlementFields)} from ${settlements}
    where ${settlements.tripId} = ${trips.id} and ${isSettlementVisibleTo(readerMemberId)}`),
  members: jsonArray(sql`select ${jsonColumns<MemberDto>(memberFields)} from ${tripMembers}
    where ${tripMembers.tripId} = ${trips.id}`),
  comments:
    jsonArray(sql`select ${comments.id} as id, ${commentTarget} as target, ${isoInstant(comments.deletedAt)} as "deletedAt",
    ${comments.version} as version, ${isoInstant(comments.updatedAt)} as "updatedAt" from ${comments} where ${comments.tripId} = ${trips.id}`),
});

/** The trip with all its rows, from one moment, without private rows of others. */
export const selectTripRows = statement<{ tripId: string; userId: string }, { rows: TripRows }>(
  "select_trip_rows",
  sql`select ${tripRows} as rows from ${trips} where ${trips.id} = ${param("tripId", "uuid")}`,
);

/** The newest event at or before an instant; no row before the trip's first event. */
export const selectSeqAt = statement<{ tripId: string; at: Date }, { seq: number }>(
  "select_seq_at",
  sql`select ${tripEvents.seq} as seq from ${tripEvents}
    where ${tripEvents.tripId} = ${param("tripId", "uuid")} and ${tripEvents.at} <= ${param("at", "timestamptz")}
    order by ${tripEvents.seq} desc limit 1`,
);

/** The part of an event that is needed to reverse its change. */
export interface PastChange {
  seq: number;
  op: EventOp;
  entityId: string;
  before: Record<string, unknown> | null;
  /** For a vote: the member who voted. */
  memberId: string | null;
}

interface ChangesPage {
  tripId: string;
  userId: string;
  /** The sequence number of the requested moment. */
  seq: number;
  /**
   * The highest seq of the page, whose events are newest first; for the first page, the seq of the trip's last event.
   */
  upTo: number;
  limit: number;
}

/**
 * Changes after `seq`, newest first. Changes of items are included if the reader may see them, or if they belong to
 * deleted items, which are visible to nobody. All other changes are included whoever could see them, since the rows
 * themselves say who sees them now and who saw them earlier.
 */
export const selectChangesToReverse = statement<ChangesPage, PastChange>(
  "select_changes_back",
  sql`select ${tripEvents.seq} as seq, ${tripEvents.op} as op, ${tripEvents.entityId} as "entityId", ${tripEvents.before} as before,
      case when ${tripEvents.op} = 'vote.set' then ${tripEvents.after}->>'memberId' end as "memberId"
    from ${tripEvents} where ${tripEvents.tripId} = ${param("tripId", "uuid")}
      and ${tripEvents.seq} > ${param("seq", "int")} and ${tripEvents.seq} <= ${param("upTo", "int")}
      and (${tripEvents.visibleTo} is null or ${param("userId", "uuid")} = any(${tripEvents.visibleTo})
        or ${tripEvents.visibleTo} = '{}' or split_part(${tripEvents.op}, '.', 1) <> 'item')
    order by ${tripEvents.seq} desc limit ${param("limit", "int")}`,
);

export interface LastRowChange {
  kind: string;
  entityId: string;
  at: string;
}

/**
 * When the given rows were last changed, as of `seq`; `touched` is a JSON array of `{ kind, id }`, where a kind is the
 * first segment of an op.
 */
export const selectLastRowChanges = statement<
  { tripId: string; seq: number; touched: string },
  LastRowChange
>(
  "select_last_touches",
  sql`select t.kind as kind, t.id as "entityId", last.at as at
    from jsonb_to_recordset(${param("touched", "jsonb")}) as t(kind text, id uuid)
    join lateral (select ${isoInstant(tripEvents.at)} as at from ${tripEvents} where ${tripEvents.tripId} = ${param("tripId", "uuid")}
        and ${tripEvents.entityId} = t.id and ${tripEvents.seq} <= ${param("seq", "int")} and split_part(${tripEvents.op}, '.', 1) = t.kind
      order by ${tripEvents.seq} desc limit 1) last on true`,
);
