import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { placeSearches } from "#db/schema/places.ts";
import { days, stops } from "#db/schema/plan.ts";
import { trips } from "#db/schema/trips.ts";
import type { Point } from "#lib/shared/legs.ts";
import { medianCoordinate, param } from "./projection.ts";

/** The area of a trip: the median of its stops' latitudes and longitudes, or else its destination. */
export const selectTripArea = statement<{ tripId: string }, { near: Point | null }>(
  "select_trip_area",
  sql`select case when area.lat is not null then jsonb_build_object('lat', area.lat, 'lng', area.lng)
      when ${trips.destination} ? 'lat' then jsonb_build_object('lat', ${trips.destination}->'lat', 'lng', ${trips.destination}->'lng')
    end as near
    from ${trips} cross join (
      select ${medianCoordinate(stops.place, "lat")} as lat, ${medianCoordinate(stops.place, "lng")} as lng from ${stops}
      where ${stops.tripId} = ${param("tripId", "uuid")} and ${stops.deletedAt} is null and ${stops.place} is not null
    ) area
    where ${trips.id} = ${param("tripId", "uuid")}`,
);

interface PlannedPlaceRow extends Point {
  stopId: string;
  /** The date of the stop's day. */
  date: string;
  ref: string;
}

/** The stops on days of a trip whose place is an object of OpenStreetMap, without those with typed opening hours. */
export const selectPlannedOsmPlaces = statement<{ tripId: string; limit: number }, PlannedPlaceRow>(
  "select_planned_objects",
  sql`select ${stops.id} as "stopId", ${days.date}::text as date, ${stops.place}->>'placeRef' as ref,
      ${stops.place}->'lat' as lat, ${stops.place}->'lng' as lng
    from ${stops} join ${days} on ${days.id} = ${stops.dayId} and ${days.deletedAt} is null
    where ${stops.tripId} = ${param("tripId", "uuid")} and ${stops.deletedAt} is null and ${stops.hours} is null
      and ${stops.place}->>'placeRef' like 'osm:%'
    order by ${days.date}, ${stops.id} limit ${param("limit", "int")}`,
);

/**
 * Deletes cached searches of versions up to 0.1. The table is dropped with the release after the one that no longer
 * fills it.
 */
export const deletePlaceSearches = statement<{ limit: number }, never>(
  "delete_place_searches",
  sql`delete from ${placeSearches} where key = any(array(
    select old.key from ${placeSearches} old limit ${param("limit", "int")} for update skip locked))`,
);
