import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { comments, days, stops, votes } from "#db/schema/plan.ts";
import { tripMembers } from "#db/schema/members.ts";
import { trips } from "#db/schema/trips.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { TripDto, TripFields, TripFilter, TripStatus } from "#lib/shared/trips.ts";
import { iso, jsonArray, jsonObject, param } from "./projection.ts";
import { dayJson, memberJson, stopFields, tripFields, tripJson } from "./projections.ts";

/** The wall date in the trip's zone decides; the rule in words is `tripStatus` in lib/shared/trips.ts. */
const statusSql = sql<TripStatus>`case
  when ${trips.archivedAt} is not null then 'archived'
  when ${trips.startDate} is null then 'undated'
  when (${param("now", "timestamptz")} at time zone ${trips.timezone})::date < ${trips.startDate} then 'upcoming'
  when (${param("now", "timestamptz")} at time zone ${trips.timezone})::date > ${trips.endDate} then 'past'
  else 'ongoing' end`;

const stopVotes = sql`(select ${votes.stopId}, json_agg(json_build_object('memberId', ${votes.memberId}, 'value', ${votes.value})
  order by ${votes.memberId}) as list from ${votes} where ${votes.tripId} = ${param("tripId", "uuid")} and ${votes.value} <> 0 group by ${votes.stopId})`;

const stopComments = sql`(select ${comments.targetId}, count(*) as total from ${comments}
  where ${comments.tripId} = ${param("tripId", "uuid")} and ${comments.targetKind} = 'stop' and ${comments.deletedAt} is null
  group by ${comments.targetId})`;

const stopDto = jsonObject<StopDto>({
  ...stopFields,
  votes: sql`coalesce(v.list, '[]'::json)`,
  commentCount: sql`coalesce(c.total, 0)`,
});

const tripDto = jsonObject<TripDto>({
  ...tripFields,
  status: statusSql,
  // The demo trip has no members but many readers.
  role: sql`coalesce(me.role, 'viewer')`,
  seq: trips.seq,
  days: jsonArray(sql`select json_agg(${dayJson} order by ${days.date}) from ${days}
    where ${days.tripId} = ${trips.id} and ${days.deletedAt} is null`),
  stops: jsonArray(sql`select json_agg(${stopDto} order by ${stops.position}, ${stops.id}) from ${stops}
    left join ${stopVotes} v on v.stop_id = ${stops.id} left join ${stopComments} c on c.target_id = ${stops.id}
    where ${stops.tripId} = ${trips.id} and ${stops.deletedAt} is null`),
  reservations: sql`'[]'::json`,
  expenses: sql`'[]'::json`,
  expenseCount: sql`0`,
  members: jsonArray(sql`select json_agg(${memberJson} order by ${tripMembers.id}) from ${tripMembers}
    where ${tripMembers.tripId} = ${trips.id}`),
  commentCount: sql`(select count(*) from ${comments} where ${comments.tripId} = ${trips.id}
    and ${comments.targetKind} = 'trip' and ${comments.deletedAt} is null)`,
});

/** The whole trip as JSON text, in one statement and so from one snapshot; empty when the user may not read it. */
export const selectTrip = statement<{ tripId: string; userId: string; now: Date }, { trip: string }>(
  "select_trip",
  sql`select ${tripDto}::text as trip from ${trips}
    left join lateral (select role from ${tripMembers} where ${tripMembers.tripId} = ${trips.id}
      and ${tripMembers.userId} = ${param("userId", "uuid")} and ${tripMembers.leftAt} is null) me on true
    where ${trips.id} = ${param("tripId", "uuid")} and (me.role is not null or ${trips.isDemo})
      and (${trips.deletedAt} is null or me.role = 'owner')`,
);

const summary = sql`json_build_object('id', ${trips.id}, 'title', ${trips.title}, 'destination', ${trips.destination},
  'startDate', ${trips.startDate}, 'endDate', ${trips.endDate}, 'timezone', ${trips.timezone}, 'currency', ${trips.currency},
  'status', ${statusSql}, 'role', coalesce(me.role, 'viewer'),
  'memberCount', (select count(*) from ${tripMembers} where ${tripMembers.tripId} = ${trips.id} and ${tripMembers.leftAt} is null),
  'stopCount', (select count(*) from ${stops} where ${stops.tripId} = ${trips.id} and ${stops.deletedAt} is null),
  'members', coalesce((select json_agg(four.m) from (select ${memberJson} as m from ${tripMembers}
    where ${tripMembers.tripId} = ${trips.id} and ${tripMembers.leftAt} is null order by ${tripMembers.id} limit 4) four), '[]'::json),
  'isSample', ${trips.isSample}, 'isDemo', ${trips.isDemo}, 'archivedAt', ${iso(trips.archivedAt)},
  'deletedAt', ${iso(trips.deletedAt)}, 'updatedAt', ${iso(trips.activeAt)})`;

export interface TripListParams {
  userId: string;
  now: Date;
  /** null: all but archived and deleted. */
  filter: TripFilter | null;
  /** The last row of the page before, or null. */
  afterDate: string | null;
  afterId: string | null;
  limit: number;
}

/**
 * Summaries as one JSON array text, newest start first (undated ones last), with what the next page needs.
 * Starts from the user's own memberships, so other people's trips cost nothing.
 */
export const selectTripList = statement<
  TripListParams,
  { trips: string; count: number; lastDate: string; lastId: string }
>(
  "select_trip_list",
  sql`with mine as (
      select ${tripMembers.tripId} as trip_id, ${tripMembers.role} as role from ${tripMembers}
      where ${tripMembers.userId} = ${param("userId", "uuid")} and ${tripMembers.leftAt} is null
      union all select ${trips.id}, null from ${trips} where ${trips.isDemo}
    ), page as (
      select ${trips.id} as id, coalesce(${trips.startDate}, '-infinity'::date)::text as sort_date, ${summary} as item
      from mine me join ${trips} on ${trips.id} = me.trip_id
      where case coalesce(${param("filter", "text")}, 'default')
          when 'deleted' then ${trips.deletedAt} > ${param("now", "timestamptz")} - interval '30 days' and me.role = 'owner'
          when 'all' then ${trips.deletedAt} is null
          when 'default' then ${trips.deletedAt} is null and ${trips.archivedAt} is null
          else ${trips.deletedAt} is null and ${statusSql} = ${param("filter", "text")} end
        and (${param("afterId", "uuid")} is null or (coalesce(${trips.startDate}, '-infinity'::date), ${trips.id})
          < (${param("afterDate", "date")}, ${param("afterId", "uuid")}))
      order by coalesce(${trips.startDate}, '-infinity'::date) desc, ${trips.id} desc limit ${param("limit", "int")}
    )
    select coalesce(json_agg(item order by sort_date::date desc, id desc), '[]'::json)::text as trips, count(*)::int as count,
      (array_agg(sort_date order by sort_date::date, id))[1] as "lastDate", (array_agg(id order by sort_date::date, id))[1] as "lastId"
    from page`,
);

/** The trip's own fields, for an event or a `before`. */
export const selectTripFields = statement<{ tripId: string }, { trip: TripFields }>(
  "select_trip_fields",
  sql`select ${tripJson} as trip from ${trips} where ${trips.id} = ${param("tripId", "uuid")}`,
);

const tripRecord = sql`jsonb_to_record(${param("trip", "jsonb")}) as r(title text, destination jsonb, "startDate" date, "endDate" date,
  timezone text, currency text, "isSample" bool, "isDemo" bool, "archivedAt" timestamptz, "deletedAt" timestamptz)`;

/** `trip` is the JSON of TripFields; id, version and instants in it are not read. */
export const insertTrip = statement<
  { id: string; trip: string; createdBy: string | null; at: Date },
  { trip: TripFields }
>(
  "insert_trip",
  sql`insert into ${trips} (id, title, destination, start_date, end_date, timezone, currency, is_sample, is_demo, created_by,
      created_at, updated_at, active_at)
    select ${param("id", "uuid")}, r.title, r.destination, r."startDate", r."endDate", r.timezone, r.currency, r."isSample", r."isDemo",
      ${param("createdBy", "uuid")}, ${param("at", "timestamptz")}, ${param("at", "timestamptz")}, ${param("at", "timestamptz")}
    from ${tripRecord} returning ${tripJson} as trip`,
);

/** Writes every field of the row; callers merge into what they read under the lock. */
export const saveTrip = statement<{ id: string; trip: string; at: Date }, { trip: TripFields }>(
  "save_trip",
  sql`update ${trips} set title = r.title, destination = r.destination, start_date = r."startDate", end_date = r."endDate",
      timezone = r.timezone, currency = r.currency, archived_at = r."archivedAt", deleted_at = r."deletedAt",
      version = ${trips.version} + 1, updated_at = ${param("at", "timestamptz")}
    from ${tripRecord} where ${trips.id} = ${param("id", "uuid")} returning ${tripJson} as trip`,
);
