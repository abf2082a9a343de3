import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { clientIds, tripEvents } from "#db/schema/events.ts";
import { param } from "./projection.ts";

interface Row {
  kind: "stop" | "expense" | "settlement";
  id: SQLWrapper;
  /** The row's current fields as JSON, under their names in events. */
  fields: SQL;
  /** A condition: for which rows the table is computed. */
  when: SQL;
}

const tripId = param("tripId", "uuid");

/**
 * The state of a row when the service created it, as imports do: a table for a lateral join, with the `seq` of its
 * creation and its `fields` at that time. It is empty for rows that users created, whose ids come from their clients. A
 * row that was created together with its trip, as in a copy, has no event of its own: its seq is 0, and the first old
 * value of each field that changed since gives the original state.
 */
export function initialRowState({ kind, id, fields, when }: Row): SQL {
  const created = sql.raw(`'${kind}.created'`);
  const isItsEvent = sql`e.trip_id = ${tripId} and e.entity_id = ${id} and e.op like ${sql.raw(`'${kind}.%'`)}`;
  const firstValues = sql`select distinct on (old.key) old.key, old.value
    from ${tripEvents} e cross join lateral jsonb_each(e.before) old where ${isItsEvent} order by old.key, e.seq`;
  return sql`(select case when first.op = ${created} then first.seq else 0 end as seq,
      case when first.op = ${created} then first.after
        else (${fields})::jsonb || coalesce((select jsonb_object_agg(earliest.key, earliest.value) from (${firstValues}) earliest), '{}') end as fields
    from (select where ${when}) asked
    left join lateral (select e.seq, e.op, e.via, e.after from ${tripEvents} e where ${isItsEvent} order by e.seq limit 1) first on true
    where first.op is distinct from ${created}
      or (first.via = 'user' and not exists (select from ${clientIds} where ${clientIds.id} = ${id})))`;
}
