import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { placeSearches } from "#db/schema/places.ts";
import { stops } from "#db/schema/plan.ts";
import { trips } from "#db/schema/trips.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { param } from "./projection.ts";

const middle = (field: "lat" | "lng") =>
  sql`percentile_disc(0.5) within group (order by (${stops.place}->>${sql.raw(`'${field}'`)})::float8)`;

/** Where a trip is: the middle one of its stops' places either way, which a far one doesn't move; else its destination. */
export const selectTripArea = statement<{ tripId: string }, { near: Point | null }>(
  "select_trip_area",
  sql`select case when area.lat is not null then jsonb_build_object('lat', area.lat, 'lng', area.lng)
      when ${trips.destination} ? 'lat' then jsonb_build_object('lat', ${trips.destination}->'lat', 'lng', ${trips.destination}->'lng')
    end as near
    from ${trips} cross join (
      select ${middle("lat")} as lat, ${middle("lng")} as lng from ${stops}
      where ${stops.tripId} = ${param("tripId", "uuid")} and ${stops.deletedAt} is null and ${stops.place} is not null
    ) area
    where ${trips.id} = ${param("tripId", "uuid")}`,
);

export const selectPlaceSearch = statement<{ key: string; after: Date }, { places: PlaceDto[] }>(
  "select_place_search",
  sql`select ${placeSearches.places} as places from ${placeSearches}
    where ${placeSearches.key} = ${param("key", "text")} and ${placeSearches.foundAt} > ${param("after", "timestamptz")}`,
);

export const savePlaceSearch = statement<{ key: string; places: string; at: Date }, never>(
  "save_place_search",
  sql`insert into ${placeSearches} (key, places, found_at)
    values (${param("key", "text")}, ${param("places", "jsonb")}, ${param("at", "timestamptz")})
    on conflict (key) do update set places = excluded.places, found_at = excluded.found_at`,
);

/** Of one kind of server; of all of them where `kind` is empty. */
export const deleteOldPlaceSearches = statement<{ kind: string; before: Date; limit: number }, never>(
  "delete_old_place_searches",
  sql`delete from ${placeSearches} where key = any(array(
    select old.key from ${placeSearches} old where old.found_at < ${param("before", "timestamptz")}
      and (${param("kind", "text")} = '' or split_part(old.key, ':', 1) = ${param("kind", "text")})
    limit ${param("limit", "int")} for update skip locked))`,
);

/** All but the newest `most`. */
export const deleteMorePlaceSearches = statement<{ most: number; limit: number }, never>(
  "delete_more_place_searches",
  sql`delete from ${placeSearches} where key = any(array(
    select old.key from ${placeSearches} old where old.found_at <= (
      select next.found_at from ${placeSearches} next order by next.found_at desc offset ${param("most", "int")} limit 1)
    order by old.found_at limit ${param("limit", "int")} for update skip locked))`,
);
