import { sql } from "drizzle-orm";
import { check, index, type PgColumnBuilderBase, pgTable, uuid } from "drizzle-orm/pg-core";
import { id, instant, orderKey, revision } from "./columns.ts";
import { trips } from "./trips.ts";

/**
 * The table of a list resource: the columns that every such resource has, and its own.
 * @param columns have the names of the resource's fields
 */
export function listTable<Name extends string, Columns extends Record<string, PgColumnBuilderBase>>(
  name: Name,
  columns: Columns,
) {
  return pgTable(
    name,
    {
      id: id(),
      tripId: uuid("trip_id")
        .notNull()
        .references(() => trips.id, { onDelete: "cascade" }),
      position: orderKey("position").notNull(),
      createdBy: uuid("created_by"),
      deletedAt: instant("deleted_at"),
      ...revision(),
      ...columns,
    },
    (t) => [
      index(`${name}_trip_id_position_idx`).on(t.tripId, t.position),
      check(`${name}_position_check`, sql`length(${t.position}) between 1 and 64`),
    ],
  );
}
