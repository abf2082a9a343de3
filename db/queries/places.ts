import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { placeSearches } from "#db/schema/places.ts";
import { days, stops } from "#db/schema/plan.ts";
import { trips } from "#db/schema/trips.ts";
import type { Point } from "#lib/shared/legs.ts";
import { middleOf, param } from "./projection.ts";

/** Where a trip is: the middle one of its stops' places either way; else its destination. */
export const selectTripArea = statement<{ tripId: string }, { near: Point | null }>(
  "select_trip_area",
  sql`select case when area.lat is not null then jsonb_build_object('lat', area.lat, 'lng', area.lng)
      when ${trips.destination} ? 'lat' then jsonb_build_object('lat', ${trips.destination}->'lat', 'lng', ${trips.destination}->'lng')
    end as near
    from ${trips} cross join (
      select ${middleOf(stops.place, "lat")} as lat, ${middleOf(stops.place, "lng")} as lng from ${stops}
      where ${stops.tripId} = ${param("tripId", "uuid")} and ${stops.deletedAt} is null and ${stops.place} is not null
    ) area
    where ${trips.id} = ${param("tripId", "uuid")}`,
);

interface PlannedPlaceRow extends Point {
  stopId: string;
  /** Of its day. */
  date: string;
  ref: string;
}

/** The stops on days of a trip whose place is an object of OpenStreetMap, without those whose hours somebody typed. */
export const selectPlannedObjects = statement<{ tripId: string; limit: number }, PlannedPlaceRow>(
  "select_planned_objects",
  sql`select ${stops.id} as "stopId", ${days.date}::text as date, ${stops.place}->>'placeRef' as ref,
      ${stops.place}->'lat' as lat, ${stops.place}->'lng' as lng
    from ${stops} join ${days} on ${days.id} = ${stops.dayId} and ${days.deletedAt} is null
    where ${stops.tripId} = ${param("tripId", "uuid")} and ${stops.deletedAt} is null and ${stops.hours} is null
      and ${stops.place}->>'placeRef' like 'osm:%'
    order by ${days.date}, ${stops.id} limit ${param("limit", "int")}`,
);

/** What versions up to 0.1 have kept here. The table goes with the release after the one that no longer fills it. */
export const deletePlaceSearches = statement<{ limit: number }, never>(
  "delete_place_searches",
  sql`delete from ${placeSearches} where key = any(array(
    select old.key from ${placeSearches} old limit ${param("limit", "int")} for update skip locked))`,
);
