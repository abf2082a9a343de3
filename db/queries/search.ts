import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { tripMembers } from "#db/schema/members.ts";
import { expenses } from "#db/schema/money.ts";
import { days, stops } from "#db/schema/plan.ts";
import { reservations } from "#db/schema/reservations.ts";
import { trips } from "#db/schema/trips.ts";
import type { SearchHit } from "#lib/shared/search.ts";
import { isVisibleTo } from "./expenses.ts";
import { LIST_TABLES } from "./list-rows.ts";
import { param } from "./projection.ts";

const words = param("words", "text[]");

/**
 * A condition: every word of the search occurs in one of the texts, in any case; `%` and `_` stand for themselves.
 * PostgreSQL puts both sides into lower case, since JavaScript does it differently for some letters (Σ, İ).
 */
const matches = (text: ReturnType<typeof sql>) =>
  sql`not exists (select from unnest(${words}) word where position(lower(word) in lower(${text})) = 0)`;

/** The rows of each list resource in which the words occur, after all other results. */
const listHits = Object.entries(LIST_TABLES).map(([kind, { table, title, detail, own }], index) => {
  return sql`union all
      select ${sql.raw(String(6 + index))}, ${sql.raw(`'${kind}'`)}, ${table.id}, m.id, m.title, ${title}, ${detail}, m.start_date
      from mine m join ${table} on ${table.tripId} = m.id and ${table.deletedAt} is null
      where ${matches(sql`concat_ws(' ', ${sql.join(own, sql`, `)})`)}`;
});

/**
 * Searches the caller's live trips for all given words. A name that begins with the first word comes before one that
 * contains it elsewhere. Within both groups the order is trips, stops, reservations, expenses that the caller sees,
 * members, rows of list resources; then the newest trips.
 */
export const searchTrips = statement<{ userId: string; words: string[]; limit: number }, SearchHit>(
  "search_trips",
  sql`with mine as (
      select ${trips.id} as id, ${trips.title} as title, ${trips.destination}->>'name' as place, ${trips.startDate} as start_date,
        ${tripMembers.id} as member_id
      from ${tripMembers} join ${trips} on ${trips.id} = ${tripMembers.tripId}
      where ${tripMembers.userId} = ${param("userId", "uuid")} and ${tripMembers.leftAt} is null and ${trips.deletedAt} is null
    ), hits as (
      select 1 as rank, 'trip' as kind, m.id, m.id as trip_id, m.title as trip_title, m.title as title, m.place as detail, m.start_date
      from mine m where ${matches(sql`concat_ws(' ', m.title, m.place)`)}
      union all
      select 2, 'stop', ${stops.id}, m.id, m.title, ${stops.name}, coalesce(${days.date}::text, ${stops.place}->>'address'), m.start_date
      from mine m join ${stops} on ${stops.tripId} = m.id and ${stops.deletedAt} is null left join ${days} on ${days.id} = ${stops.dayId}
      where ${matches(sql`concat_ws(' ', ${stops.name}, ${stops.place}->>'address')`)}
      union all
      select 3, 'reservation', ${reservations.id}, m.id, m.title, ${reservations.title}, left(${reservations.startLocal}, 10), m.start_date
      from mine m join ${reservations} on ${reservations.tripId} = m.id and ${reservations.deletedAt} is null
      where ${matches(sql`concat_ws(' ', ${reservations.title}, ${reservations.provider}, ${reservations.confirmation}, ${reservations.fromPlace}->>'name', ${reservations.toPlace}->>'name')`)}
      union all
      select 4, 'expense', ${expenses.id}, m.id, m.title, ${expenses.title}, ${expenses.spentOn}::text, m.start_date
      from mine m join ${expenses} on ${expenses.tripId} = m.id and ${expenses.deletedAt} is null and ${isVisibleTo(sql`m.member_id`)}
      where ${matches(sql`concat_ws(' ', ${expenses.title}, ${expenses.notes})`)}
      union all
      select 5, 'person', ${tripMembers.id}, m.id, m.title, ${tripMembers.name}, null, m.start_date
      from mine m join ${tripMembers} on ${tripMembers.tripId} = m.id and ${tripMembers.leftAt} is null
        and ${tripMembers.userId} is distinct from ${param("userId", "uuid")}
      where ${matches(sql`${tripMembers.name}`)}
      ${sql.join(listHits, sql` `)}
    )
    select kind, id, trip_id as "tripId", trip_title as "tripTitle", title, detail from hits
    order by starts_with(lower(title), lower((${words})[1])) desc, rank, start_date desc nulls last, title, id
    limit ${param("limit", "int")}`,
);
