import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { tripMembers } from "#db/schema/members.ts";
import { comments } from "#db/schema/comments.ts";
import { days, stops, votes } from "#db/schema/plan.ts";
import { trips } from "#db/schema/trips.ts";
import { type StopDto, type StopFields, type VoteDto } from "#lib/shared/stops.ts";
import { jsonObject, param } from "./projection.ts";
import { stopFields, stopJson, voteJson } from "./projections.ts";

export const stopDto = jsonObject<StopDto>({
  ...stopFields,
  votes: sql`coalesce((select json_agg(json_build_object('memberId', ${votes.memberId}, 'value', ${votes.value}) order by ${votes.memberId})
    from ${votes} where ${votes.stopId} = ${stops.id} and ${votes.value} <> 0), '[]'::json)`,
  commentCount: sql`(select count(*) from ${comments} where ${comments.tripId} = ${stops.tripId} and ${comments.targetKind} = 'stop'
    and ${comments.targetId} = ${stops.id} and ${comments.deletedAt} is null)`,
});

/** A stop, even a deleted one; `deletedAt` says whether it is. */
export const selectStop = statement<{ tripId: string; stopId: string }, { stop: StopDto }>(
  "select_stop",
  sql`select ${stopDto} as stop from ${stops}
    where ${stops.tripId} = ${param("tripId", "uuid")} and ${stops.id} = ${param("stopId", "uuid")}`,
);

/** Stops by their ids, even deleted ones. */
export const selectStopsById = statement<{ tripId: string; ids: string[] }, { stop: StopDto }>(
  "select_stops_by_id",
  sql`select ${stopDto} as stop from ${stops}
    where ${stops.tripId} = ${param("tripId", "uuid")} and ${stops.id} = any(${param("ids", "uuid[]")})`,
);

/** Returns, among the given days and the days of the given stops, the retired ones. */
export const selectRetiredDays = statement<
  { tripId: string; dayIds: string[]; stopIds: string[] },
  { id: string; date: string }
>(
  "select_retired_days",
  sql`select ${days.id} as id, ${days.date}::text as date from ${days}
    where ${days.tripId} = ${param("tripId", "uuid")} and ${days.deletedAt} is not null
      and (${days.id} = any(${param("dayIds", "uuid[]")}) or ${days.id} = any(array(select ${stops.dayId} from ${stops}
        where ${stops.tripId} = ${param("tripId", "uuid")} and ${stops.id} = any(${param("stopIds", "uuid[]")}))))`,
);

export interface NewStopContext {
  /** The date of the day that gets the new stop; null: the stop goes into Ideas, or the day is not in this trip. */
  dayDate: string | null;
  dayRetired: boolean | null;
  dayTimezone: string | null;
  lastInDay: string | null;
  lastInIdeas: string | null;
  /** The number of the trip's live stops before this write. */
  stopCount: number;
}

/** The data needed to add a stop to the end of a day (or of Ideas); always one row. */
export const selectNewStopContext = statement<{ tripId: string; dayId: string | null }, NewStopContext>(
  "select_slot",
  sql`select d.date::text as "dayDate", d.deleted_at is not null as "dayRetired", d.timezone as "dayTimezone",
      (select ${stops.position} from ${stops} where ${stops.tripId} = ${param("tripId", "uuid")} and ${stops.dayId} = d.id
        and ${stops.deletedAt} is null order by ${stops.position} desc limit 1) as "lastInDay",
      (select ${stops.position} from ${stops} where ${stops.tripId} = ${param("tripId", "uuid")} and ${stops.dayId} is null
        and ${stops.deletedAt} is null order by ${stops.position} desc limit 1) as "lastInIdeas",
      (select ${trips.stopCount} from ${trips} where ${trips.id} = ${param("tripId", "uuid")}) as "stopCount"
    from (select 1) one left join ${days} d on d.id = ${param("dayId", "uuid")} and d.trip_id = ${param("tripId", "uuid")}`,
);

/** The number of the trip's live stops before this write. */
export const selectStopCount = statement<{ tripId: string }, Pick<NewStopContext, "stopCount">>(
  "select_stop_count",
  sql`select ${trips.stopCount} as "stopCount" from ${trips} where ${trips.id} = ${param("tripId", "uuid")}`,
);

const fields = sql`"dayId" uuid, position text, name text, place jsonb, category text, "startTime" text, "endTime" text,
  timezone text, notes text, url text, cost jsonb, participants uuid[], hours jsonb, "travelMode" text, "formerDate" date, "deletedAt" timestamptz`;
const record = sql`jsonb_to_record(${param("stop", "jsonb")}) as r(${fields})`;

const costAmount = sql`(r.cost->>'amount')::bigint`;
const costCurrency = sql`r.cost->>'currency'`;

/** The columns that a new row takes from the JSON of StopFields; the position is separate. */
export const stopInsertColumns = {
  columns: sql.raw(
    `name, place, category, start_time, end_time, timezone, notes, url, cost_amount, cost_currency, participants, hours, travel_mode, former_date`,
  ),
  values: sql`r.name, r.place, r.category, r."startTime", r."endTime", r.timezone, r.notes, r.url, ${costAmount}, ${costCurrency},
    r.participants, nullif(r.hours, 'null'::jsonb), r."travelMode", r."formerDate"`,
  record,
};

/** `stop` is the JSON of StopFields; id and instants in it are not read. */
export const insertStop = statement<
  { id: string; tripId: string; stop: string; createdBy: string; at: Date },
  never
>(
  "insert_stop",
  sql`insert into ${stops} (id, trip_id, day_id, position, ${stopInsertColumns.columns}, created_by, created_at, updated_at)
    select ${param("id", "uuid")}, ${param("tripId", "uuid")}, r."dayId", r.position, ${stopInsertColumns.values}, ${param("createdBy", "uuid")},
      ${param("at", "timestamptz")}, ${param("at", "timestamptz")}
    from ${record}`,
);

const written = sql`day_id = r."dayId", position = r.position, name = r.name, place = r.place, category = r.category,
  start_time = r."startTime", end_time = r."endTime", timezone = r.timezone, notes = r.notes, url = r.url,
  cost_amount = ${costAmount}, cost_currency = ${costCurrency}, participants = r.participants, hours = nullif(r.hours, 'null'::jsonb),
  travel_mode = r."travelMode", former_date = r."formerDate", deleted_at = r."deletedAt", updated_at = ${param("at", "timestamptz")}`;

/** Writes every field of the stop; callers merge into what they read under the trip's lock. */
export const saveStop = statement<{ id: string; tripId: string; stop: string; at: Date }, never>(
  "save_stop",
  sql`update ${stops} set ${written}, version = ${stops.version} + 1 from ${record}
    where ${stops.tripId} = ${param("tripId", "uuid")} and ${stops.id} = ${param("id", "uuid")}`,
);

/** Writes several stops: `stops` is a JSON array of StopFields, whose versions are written unchanged. */
export const saveStops = statement<{ tripId: string; stops: string; at: Date }, never>(
  "save_stops",
  sql`update ${stops} set ${written}, version = r.version
    from jsonb_to_recordset(${param("stops", "jsonb")}) as r(id uuid, version int, ${fields})
    where ${stops.tripId} = ${param("tripId", "uuid")} and ${stops.id} = r.id`,
);

/** Live stops of one day (or of Ideas) in order. */
export const selectStopsOfDay = statement<{ tripId: string; dayId: string | null }, { stop: StopFields }>(
  "select_stops_of_day",
  sql`select ${stopJson} as stop from ${stops} where ${stops.tripId} = ${param("tripId", "uuid")}
    and ${stops.dayId} is not distinct from ${param("dayId", "uuid")} and ${stops.deletedAt} is null
    order by ${stops.position}, ${stops.id}`,
);

/** Live stops with a place and without a time zone of their own, with their day's time zone. */
export const selectZonelessStops = statement<
  { tripId: string },
  { stop: StopFields; dayTimezone: string | null }
>(
  "select_zoneless_stops",
  sql`select ${stopJson} as stop, ${days.timezone} as "dayTimezone" from ${stops} left join ${days} on ${days.id} = ${stops.dayId}
    where ${stops.tripId} = ${param("tripId", "uuid")} and ${stops.deletedAt} is null and ${stops.place} is not null
      and ${stops.timezone} is null order by ${stops.id}`,
);

/** Counts how many of the given ids are members of the trip, former ones included. */
export const countMembers = statement<{ tripId: string; ids: string[] }, { count: number }>(
  "count_members",
  sql`select count(*)::int as count from ${tripMembers}
    where ${tripMembers.tripId} = ${param("tripId", "uuid")} and ${tripMembers.id} = any(${param("ids", "uuid[]")})`,
);

export const selectVote = statement<{ stopId: string; memberId: string }, { value: number }>(
  "select_vote",
  sql`select ${votes.value} as value from ${votes}
    where ${votes.stopId} = ${param("stopId", "uuid")} and ${votes.memberId} = ${param("memberId", "uuid")}`,
);

export const upsertVote = statement<
  { tripId: string; stopId: string; memberId: string; value: number; at: Date },
  { vote: VoteDto }
>(
  "upsert_vote",
  sql`insert into ${votes} (stop_id, member_id, trip_id, value, updated_at)
    values (${param("stopId", "uuid")}, ${param("memberId", "uuid")}, ${param("tripId", "uuid")}, ${param("value", "int")}, ${param("at", "timestamptz")})
    on conflict (stop_id, member_id) do update set value = excluded.value, updated_at = excluded.updated_at
    returning ${voteJson} as vote`,
);
