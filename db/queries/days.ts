import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { days, stops } from "#db/schema/plan.ts";
import { trips } from "#db/schema/trips.ts";
import type { DayDto } from "#lib/shared/days.ts";
import type { StopFields } from "#lib/shared/stops.ts";
import { isoInstant, param } from "./projection.ts";
import { dayJson, stopJson } from "./projections.ts";

export interface DayRow {
  day: DayDto;
  deletedAt: string | null;
}

const columns = sql`${dayJson} as day, ${isoInstant(days.deletedAt)} as "deletedAt"`;

/** A day, even a retired one. */
export const selectDay = statement<{ tripId: string; dayId: string }, DayRow>(
  "select_day",
  sql`select ${columns} from ${days} where ${days.tripId} = ${param("tripId", "uuid")} and ${days.id} = ${param("dayId", "uuid")}`,
);

/** A day, even a retired one. `zone` is the day's own time zone, or else the trip's. */
export const selectZonedDay = statement<
  { tripId: string; dayId: string },
  { date: string; zone: string; deletedAt: string | null }
>(
  "select_zoned_day",
  sql`select ${days.date}::text as date, coalesce(${days.timezone}, ${trips.timezone}) as zone, ${isoInstant(days.deletedAt)} as "deletedAt"
    from ${days} join ${trips} on ${trips.id} = ${days.tripId}
    where ${days.tripId} = ${param("tripId", "uuid")} and ${days.id} = ${param("dayId", "uuid")}`,
);

/** All days that a trip ever had, by date. */
export const selectDays = statement<{ tripId: string }, DayRow>(
  "select_days",
  sql`select ${columns} from ${days} where ${days.tripId} = ${param("tripId", "uuid")} order by ${days.date}, ${days.id}`,
);

/** Live stops on days, in the plan's order. */
export const selectPlannedStops = statement<{ tripId: string }, { stop: StopFields; date: string }>(
  "select_planned_stops",
  sql`select ${stopJson} as stop, ${days.date}::text as date from ${stops} join ${days} on ${days.id} = ${stops.dayId}
    where ${stops.tripId} = ${param("tripId", "uuid")} and ${stops.deletedAt} is null order by ${days.date}, ${stops.position}, ${stops.id}`,
);

/** `days` is a JSON array of `{ id, date }`. */
export const insertDays = statement<{ tripId: string; days: string; at: Date }, { day: DayDto }>(
  "insert_days",
  sql`insert into ${days} (id, trip_id, date, created_at, updated_at)
    select r.id, ${param("tripId", "uuid")}, r.date, ${param("at", "timestamptz")}, ${param("at", "timestamptz")}
    from jsonb_to_recordset(${param("days", "jsonb")}) as r(id uuid, date date) returning ${dayJson} as day`,
);

/** Writes every field of the row; `day` is `{ date, title, notes, timezone, deletedAt }` as JSON. */
export const saveDay = statement<{ tripId: string; id: string; day: string; at: Date }, { day: DayDto }>(
  "save_day",
  sql`update ${days} set date = r.date, title = r.title, notes = r.notes, timezone = r.timezone, deleted_at = r."deletedAt",
      version = ${days.version} + 1, updated_at = ${param("at", "timestamptz")}
    from jsonb_to_record(${param("day", "jsonb")}) as r(date date, title text, notes text, timezone text, "deletedAt" timestamptz)
    where ${days.tripId} = ${param("tripId", "uuid")} and ${days.id} = ${param("id", "uuid")} returning ${dayJson} as day`,
);
