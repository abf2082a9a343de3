import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { days, stops } from "#db/schema/plan.ts";
import { trips } from "#db/schema/trips.ts";
import type { Point } from "#lib/shared/legs.ts";
import { medianCoordinate, param } from "./projection.ts";

interface PlacedDayRow {
  dayId: string;
  date: string;
  /** The median of the latitudes and longitudes of the day's stops; null: no stop has a place. */
  spot: Point | null;
  /** The point of the trip's destination, if it has one. */
  destination: Point | null;
}

/** The live days of a trip by date, with the point of each. */
export const selectPlacedDays = statement<{ tripId: string }, PlacedDayRow>(
  "select_placed_days",
  sql`select ${days.id} as "dayId", ${days.date}::text as date,
      case when at.lat is not null then jsonb_build_object('lat', at.lat, 'lng', at.lng) end as spot,
      case when ${trips.destination} ? 'lat'
        then jsonb_build_object('lat', ${trips.destination}->'lat', 'lng', ${trips.destination}->'lng') end as destination
    from ${days} join ${trips} on ${trips.id} = ${days.tripId}
    left join (
      select ${stops.dayId} as day_id, ${medianCoordinate(stops.place, "lat")} as lat, ${medianCoordinate(stops.place, "lng")} as lng
      from ${stops} where ${stops.tripId} = ${param("tripId", "uuid")} and ${stops.deletedAt} is null
        and ${stops.place} is not null and ${stops.dayId} is not null
      group by ${stops.dayId}
    ) at on at.day_id = ${days.id}
    where ${days.tripId} = ${param("tripId", "uuid")} and ${days.deletedAt} is null
    order by ${days.date}`,
);
