import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { days, stops } from "#db/schema/plan.ts";
import { attachments } from "#db/schema/reservations.ts";
import { trips } from "#db/schema/trips.ts";
import type { CoverChoice, CoverStop } from "#lib/shared/covers.ts";
import type { Destination } from "#lib/shared/trips.ts";
import { jsonArray, param } from "./projection.ts";

export interface CoverRow {
  cover: CoverChoice | null;
  destination: Destination | null;
  /**
   * The reference of the chosen stop's place, such as an object of the map; null: the place has none, or the stop is
   * deleted.
   */
  placeRef: string | null;
  /** The key of the chosen attachment's object, unless the attachment is deleted. */
  objectKey: string | null;
  stops: CoverStop[];
}

const chosen = sql`(${trips.cover}->>'id')::uuid`;
const ofKind = (kind: string) => sql`${trips.cover}->>'kind' = ${sql.raw(`'${kind}'`)}`;

const numbered = sql`(select d.id, row_number() over (order by d.date) as day from ${days} d
  where d.trip_id = ${trips.id} and d.deleted_at is null)`;

/** The stops that have a place, in the plan's order; if there are many, a selection of at most `most`. */
const spots = sql`select lat, lng, day from (
    select round((s.place->>'lat')::numeric, 5)::float8 as lat, round((s.place->>'lng')::numeric, 5)::float8 as lng, n.day,
      row_number() over (order by n.day nulls last, s.position, s.id) - 1 as place, count(*) over () as total
    from ${stops} s left join ${numbered} n on n.id = s.day_id
    where s.trip_id = ${trips.id} and s.deleted_at is null and s.place is not null) spot
  where spot.place % ((spot.total + ${param("most", "int")} - 1) / ${param("most", "int")}) = 0 order by spot.place`;

/** What a trip's cover is made of; the caller checks whether somebody may see it. */
export const selectCover = statement<{ tripId: string; most: number }, CoverRow>(
  "select_cover",
  sql`select ${trips.cover} as cover, ${trips.destination} as destination,
      (select s.place->>'placeRef' from ${stops} s where ${ofKind("stop")} and s.trip_id = ${trips.id} and s.id = ${chosen}
        and s.deleted_at is null) as "placeRef",
      (select f.object_key from ${attachments} f where ${ofKind("file")} and f.trip_id = ${trips.id} and f.id = ${chosen}
        and f.deleted_at is null and f.target_kind = 'trip' and f.content_type like 'image/%') as "objectKey",
      ${jsonArray(spots)} as stops
    from ${trips} where ${trips.id} = ${param("tripId", "uuid")}`,
);
