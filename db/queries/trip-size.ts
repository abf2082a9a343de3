import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { statement } from "#db/client.ts";
import { decisions, suggestions } from "#db/schema/decisions.ts";
import { items } from "#db/schema/items.ts";
import { expenses, settlements } from "#db/schema/money.ts";
import { days, stops } from "#db/schema/plan.ts";
import { attachments, reservations } from "#db/schema/reservations.ts";
import { LIST_TABLES } from "./list-rows.ts";
import { param } from "./projection.ts";

const tripId = param("tripId", "uuid");

function bytesOf(table: PgTable, isLive: SQL): SQL {
  return sql`(select coalesce(sum(octet_length(${table}::text)), 0) from ${table} where trip_id = ${tripId} and ${isLive})`;
}

const notDeleted = sql`deleted_at is null`;
const parts = [
  ...[stops, days, reservations, decisions, items, attachments, expenses, settlements].map((table) =>
    bytesOf(table, notDeleted),
  ),
  ...Object.values(LIST_TABLES).map(({ table }) => bytesOf(table, notDeleted)),
  bytesOf(suggestions, sql`status = 'open'`),
];

/** The size of a trip's live rows now. The query reads all of them. */
export const countTripBytes = statement<{ tripId: string }, { bytes: number }>(
  "count_trip_bytes",
  sql`select (${sql.join(parts, sql` + `)})::int as bytes`,
);
