import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { tripEvents } from "#db/schema/events.ts";
import { days, stops } from "#db/schema/plan.ts";
import type { Place } from "#lib/shared/stops.ts";
import { initialRowState } from "./initial-row-state.ts";
import { jsonObject, param } from "./projection.ts";

const tripId = param("tripId", "uuid");

/** The state of a stop when it was created. */
export interface InitialStopState {
  stopId: string;
  name: string;
  place: Place | null;
  url: string | null;
  notes: string | null;
  startTime: string | null;
  endTime: string | null;
  isIdea: boolean;
  /** The date that the stop's day had when the stop was created; for a stop in Ideas, the date of its former day. */
  date: string | null;
}

const fields = jsonObject({
  name: stops.name,
  place: stops.place,
  url: stops.url,
  notes: stops.notes,
  startTime: stops.startTime,
  endTime: stops.endTime,
  dayId: stops.dayId,
  formerDate: stops.formerDate,
});

/**
 * Live stops that differ from their state when the service created them. Events of a stop are found by its id, and
 * events of a day once, whatever the length of the event log.
 */
export const selectStopsChangedSinceCreation = statement<{ tripId: string }, InitialStopState>(
  "select_made_stops",
  sql`with made as materialized (
      select ${stops.id} as id, ${stops.version} as version, first.seq, first.fields, (first.fields->>'dayId')::uuid as day_id
      from ${stops} cross join lateral ${initialRowState({ kind: "stop", id: stops.id, fields, when: sql`true` })} first
      where ${stops.tripId} = ${tripId} and ${stops.deletedAt} is null
    ), redated as materialized (
      select e.entity_id as day_id, e.seq, e.before->>'date' as date
      from (select distinct day_id from made where day_id is not null) on_days
      join ${tripEvents} e on e.trip_id = ${tripId} and e.entity_id = on_days.day_id and e.op = 'day.updated' and e.before ? 'date'
    ), dated as (
      select made.*, (select redated.date from redated where redated.day_id = made.day_id and redated.seq > made.seq
        order by redated.seq limit 1) as date_then
      from made
    )
    select dated.id as "stopId", dated.fields->>'name' as name, nullif(dated.fields->'place', 'null'::jsonb) as place,
      dated.fields->>'url' as url, dated.fields->>'notes' as notes, dated.fields->>'startTime' as "startTime",
      dated.fields->>'endTime' as "endTime", dated.day_id is null as "isIdea",
      case when dated.day_id is null then dated.fields->>'formerDate'
        else coalesce(dated.date_then, ${days.date}::text) end as date
    from dated left join ${days} on ${days.id} = dated.day_id and ${days.tripId} = ${tripId}
    where dated.version > 1 or dated.date_then is not null`,
);
