import { type SQL, sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { comments } from "#db/schema/comments.ts";
import { days, stops, votes } from "#db/schema/plan.ts";
import { decisions, suggestions } from "#db/schema/decisions.ts";
import { items } from "#db/schema/items.ts";
import { tripMembers } from "#db/schema/members.ts";
import { expenses, settlements } from "#db/schema/money.ts";
import { attachments, reservations } from "#db/schema/reservations.ts";
import { trips } from "#db/schema/trips.ts";
import type { AttachmentDto } from "#lib/shared/attachments.ts";
import type { CommentTarget } from "#lib/shared/comments.ts";
import type { DayDto } from "#lib/shared/days.ts";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import { MAX_EXPENSES_IN_TRIP_ANSWER } from "#lib/shared/money-limits.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { SuggestionDto } from "#lib/shared/suggestions.ts";
import { DELETED_TRIP_DAYS } from "#lib/shared/trip-trash.ts";
import type { TripDto, TripFields, TripFilter, TripStatus, TripSummary } from "#lib/shared/trips.ts";
import { isFileVisibleTo } from "./attachments.ts";
import { isVisibleTo } from "./expenses.ts";
import { liveListRows } from "./list-rows.ts";
import { isSettlementVisibleTo } from "./settlements.ts";
import {
  READER_BY_ID,
  READER_BY_SESSION,
  isoInstant,
  jsonArray,
  jsonColumns,
  jsonObject,
  param,
} from "./projection.ts";
import {
  attachmentFields,
  dayFields,
  decisionFields,
  expenseFields,
  itemFields,
  memberFields,
  presentMemberFields,
  reservationFields,
  settlementFields,
  stopFields,
  suggestionFields,
  tripFields,
  tripJson,
} from "./projections.ts";

const utcDate = sql`(${param("now", "timestamptz")} at time zone 'UTC')::date`;
const wallDate = sql`wall_date(${param("now", "timestamptz")}, ${trips.timezone})`;

/**
 * The status of a trip: the date in the trip's zone decides, by the rule that `tripStatus` in lib/shared/trip-status.ts
 * explains. No zone differs from UTC by more than a day, so only the trips that begin or end about now need their zone.
 */
const statusSql = sql<TripStatus>`case
  when ${trips.archivedAt} is not null then 'archived'
  when ${trips.startDate} is null then 'undated'
  when ${utcDate} + 1 < ${trips.startDate} then 'upcoming'
  when ${utcDate} - 1 > ${trips.endDate} then 'past'
  when ${wallDate} < ${trips.startDate} then 'upcoming'
  when ${wallDate} > ${trips.endDate} then 'past'
  else 'ongoing' end`;

const stopVotes = sql`(select ${votes.stopId}, json_agg(json_build_object('memberId', ${votes.memberId}, 'value', ${votes.value})
  order by ${votes.memberId}) as list from ${votes} where ${votes.tripId} = ${param("tripId", "uuid")} and ${votes.value} <> 0 group by ${votes.stopId})`;

const commentsOf = (
  kind: CommentTarget["kind"],
) => sql`(select ${comments.targetId}, count(*) as total from ${comments}
  where ${comments.tripId} = ${param("tripId", "uuid")} and ${comments.targetKind} = ${sql.raw(`'${kind}'`)} and ${comments.deletedAt} is null
  group by ${comments.targetId})`;

const stopColumns = jsonColumns<StopDto>({
  ...stopFields,
  votes: sql`coalesce(v.list, '[]'::json)`,
  commentCount: sql`coalesce(c.total, 0)`,
});

const reservationColumns = jsonColumns<ReservationDto>({
  ...reservationFields,
  commentCount: sql`coalesce(c.total, 0)`,
});

const expenseColumns = jsonColumns<ExpenseDto>({ ...expenseFields, commentCount: sql`coalesce(c.total, 0)` });

const seenExpenses = sql`${expenses.tripId} = ${trips.id} and ${expenses.deletedAt} is null and ${isVisibleTo(sql`me.id`)}`;

const tripDto = jsonObject<TripDto>({
  ...tripFields,
  status: statusSql,
  // The demo trip has no members but many readers, who get the role of a viewer.
  role: sql`coalesce(me.role, 'viewer')`,
  seq: trips.seq,
  days: jsonArray(sql`select ${jsonColumns<DayDto>(dayFields)} from ${days}
    where ${days.tripId} = ${trips.id} and ${days.deletedAt} is null order by ${days.date}`),
  stops: jsonArray(sql`select ${stopColumns} from ${stops}
    left join ${stopVotes} v on v.stop_id = ${stops.id} left join ${commentsOf("stop")} c on c.target_id = ${stops.id}
    where ${stops.tripId} = ${trips.id} and ${stops.deletedAt} is null order by ${stops.position}, ${stops.id}`),
  reservations: jsonArray(sql`select ${reservationColumns} from ${reservations}
    left join ${commentsOf("reservation")} c on c.target_id = ${reservations.id}
    where ${reservations.tripId} = ${trips.id} and ${reservations.deletedAt} is null
    order by ${reservations.startAt} nulls last, ${reservations.id}`),
  attachments: jsonArray(sql`select ${jsonColumns<AttachmentDto>(attachmentFields)} from ${attachments}
    where ${attachments.tripId} = ${trips.id} and ${attachments.deletedAt} is null and ${isFileVisibleTo(sql`me.id`)}
    order by ${attachments.id}`),
  decisions: jsonArray(sql`select ${jsonColumns<DecisionDto>(decisionFields)} from ${decisions}
    where ${decisions.tripId} = ${trips.id} and ${decisions.deletedAt} is null order by ${decisions.id}`),
  suggestions: jsonArray(sql`select ${jsonColumns<SuggestionDto>(suggestionFields)} from ${suggestions}
    where ${suggestions.tripId} = ${trips.id} and ${suggestions.status} = 'open' order by ${suggestions.id}`),
  items: jsonArray(sql`select ${jsonColumns<ItemDto>(itemFields)} from ${items}
    where ${items.tripId} = ${trips.id} and ${items.deletedAt} is null and (${items.ownerId} is null or ${items.ownerId} = me.user_id)
    order by ${items.list}, ${items.position}, ${items.id}`),
  ...liveListRows,
  expenses:
    jsonArray(sql`select ${expenseColumns} from ${expenses} left join ${commentsOf("expense")} c on c.target_id = ${expenses.id}
    where ${seenExpenses} order by ${expenses.spentOn} desc, ${expenses.id} desc limit ${sql.raw(String(MAX_EXPENSES_IN_TRIP_ANSWER))}`),
  expenseCount: sql`(select count(*) from ${expenses} where ${seenExpenses})`,
  settlements: jsonArray(sql`select ${jsonColumns<SettlementDto>(settlementFields)} from ${settlements}
    where ${settlements.tripId} = ${trips.id} and ${settlements.deletedAt} is null and ${isSettlementVisibleTo(sql`me.id`)}
    order by ${settlements.id}`),
  members: jsonArray(sql`select ${jsonColumns<MemberDto>(memberFields)} from ${tripMembers}
    where ${tripMembers.tripId} = ${trips.id} order by ${tripMembers.id}`),
  commentCount: sql`(select count(*) from ${comments} where ${comments.tripId} = ${trips.id}
    and ${comments.targetKind} = 'trip' and ${comments.deletedAt} is null)`,
});

interface TripParams {
  tripId: string;
  now: Date;
}

const tripOf = (reader: SQL) => sql`select ${tripDto}::text as trip from ${trips}
    left join lateral (select id, role, user_id from ${tripMembers} where ${tripMembers.tripId} = ${trips.id}
      and ${tripMembers.userId} = ${reader} and ${tripMembers.leftAt} is null) me on true
    where ${trips.id} = ${param("tripId", "uuid")} and (me.role is not null or ${trips.isDemo})
      and (${trips.deletedAt} is null or me.role = 'owner')`;

/** The whole trip as JSON text, in one statement and so from one snapshot; empty when the reader may not read it. */
export const selectTrip = statement<TripParams & { userId: string }, { trip: string }>(
  "select_trip",
  tripOf(READER_BY_ID),
);
export const selectTripBySession = statement<TripParams & { token: string }, { trip: string }>(
  "select_trip_by_session",
  tripOf(READER_BY_SESSION),
);

/** The number of present members, and the first four of them, in one pass. */
const presentMembers = sql`(select count(*) as total, coalesce(to_json((array_agg(entry order by entry.id))[1:4]), '[]'::json) as first
  from (select ${jsonColumns<MemberDto>(presentMemberFields)} from ${tripMembers}
    where ${tripMembers.tripId} = ${trips.id} and ${tripMembers.leftAt} is null) entry)`;

const { version: _1, createdAt: _2, formerCurrencies: _3, budget: _4, cover: _5, ...ownFields } = tripFields;

const summaryColumns = jsonColumns<TripSummary>({
  ...ownFields,
  status: statusSql,
  role: sql`coalesce(trips.role, 'viewer')`,
  memberCount: sql`present.total`,
  stopCount: trips.stopCount,
  plannedCount: sql`(select count(*)::int from ${stops} where ${stops.tripId} = ${trips.id} and ${stops.dayId} is not null
    and ${stops.deletedAt} is null)`,
  members: sql`present.first`,
  // The trip list shows the time of the last change of any row of the trip.
  updatedAt: isoInstant(trips.activeAt),
});

export interface TripListParams {
  token: string;
  now: Date;
  /** Which trips are listed; null: all but archived and deleted ones. */
  filter: TripFilter | null;
  /** The last row of the page before, or null. */
  afterDate: string | null;
  afterId: string | null;
  limit: number;
}

// The interval is in hours: a day of 25 hours would keep deleted trips in the list longer than the purge does.
const keptFor = sql.raw(`interval '${DELETED_TRIP_DAYS * 24} hours'`);
const sortDate = sql`coalesce(${trips.startDate}, '-infinity'::date)`;

/**
 * Summaries as one JSON array text, newest start first (undated ones last), with what the next page needs. The query
 * starts from the user's own memberships, so other users' trips cost nothing.
 */
export const selectTripList = statement<
  TripListParams,
  { trips: string; count: number; lastDate: string; lastId: string }
>(
  "select_trip_list",
  sql`with mine as (
      select ${tripMembers.tripId} as trip_id, ${tripMembers.role} as role from ${tripMembers}
      where ${tripMembers.userId} = ${READER_BY_SESSION} and ${tripMembers.leftAt} is null
      union all select ${trips.id}, null from ${trips} where ${trips.isDemo}
    ), page as (
      select ${trips}.*, me.role as role, ${sortDate} as sort_date from mine me join ${trips} on ${trips.id} = me.trip_id
      where case coalesce(${param("filter", "text")}, 'default')
          when 'deleted' then ${trips.deletedAt} > ${param("now", "timestamptz")} - ${keptFor} and me.role = 'owner'
          when 'all' then ${trips.deletedAt} is null
          when 'default' then ${trips.deletedAt} is null and ${trips.archivedAt} is null
          else ${trips.deletedAt} is null and ${statusSql} = ${param("filter", "text")} end
        and (${param("afterId", "uuid")} is null or (${sortDate}, ${trips.id}) < (${param("afterDate", "date")}, ${param("afterId", "uuid")}))
      order by sort_date desc, id desc limit ${param("limit", "int")}
    )
    select ${jsonArray(sql`select ${summaryColumns} from page trips cross join lateral ${presentMembers} present
        order by trips.sort_date desc, trips.id desc`)}::text as trips,
      (select count(*)::int from page) as count, last.sort_date::text as "lastDate", last.id as "lastId"
    from (select 1) one left join (select id, sort_date from page order by sort_date, id limit 1) last on true`,
);

/** The trip's own fields, for an event or a `before`. */
export const selectTripFields = statement<{ tripId: string }, { trip: TripFields }>(
  "select_trip_fields",
  sql`select ${tripJson} as trip from ${trips} where ${trips.id} = ${param("tripId", "uuid")}`,
);

const tripRecord = sql`jsonb_to_record(${param("trip", "jsonb")}) as r(title text, destination jsonb, "startDate" date, "endDate" date,
  timezone text, currency text, "formerCurrencies" jsonb, budget jsonb, cover jsonb, "isSample" bool, "isDemo" bool, "archivedAt" timestamptz, "deletedAt" timestamptz)`;

/**
 * Inserts a trip; `trip` is the JSON of TripFields, whose id, version and instants are not read. `stops` is the number
 * of stops that the trip begins with.
 */
export const insertTrip = statement<
  { id: string; trip: string; stops: number; createdBy: string | null; at: Date },
  { trip: TripFields }
>(
  "insert_trip",
  sql`insert into ${trips} (id, title, destination, start_date, end_date, timezone, currency, former_currencies, budget, cover, is_sample, is_demo,
      stop_count, created_by, created_at, updated_at, active_at)
    select ${param("id", "uuid")}, r.title, r.destination, r."startDate", r."endDate", r.timezone, r.currency, coalesce(r."formerCurrencies", '[]'::jsonb), nullif(r.budget, 'null'::jsonb),
      nullif(r.cover, 'null'::jsonb), r."isSample", r."isDemo", ${param("stops", "int")}, ${param("createdBy", "uuid")}, ${param("at", "timestamptz")}, ${param("at", "timestamptz")}, ${param("at", "timestamptz")}
    from ${tripRecord} returning ${tripJson} as trip`,
);

/** Writes every field of the trip; callers merge into what they read under the lock. */
export const saveTrip = statement<{ id: string; trip: string; at: Date }, { trip: TripFields }>(
  "save_trip",
  sql`update ${trips} set title = r.title, destination = r.destination, start_date = r."startDate", end_date = r."endDate",
      timezone = r.timezone, currency = r.currency, former_currencies = r."formerCurrencies",
      budget = nullif(r.budget, 'null'::jsonb), cover = nullif(r.cover, 'null'::jsonb), archived_at = r."archivedAt", deleted_at = r."deletedAt",
      version = ${trips.version} + 1, updated_at = ${param("at", "timestamptz")}
    from ${tripRecord} where ${trips.id} = ${param("id", "uuid")} returning ${tripJson} as trip`,
);
