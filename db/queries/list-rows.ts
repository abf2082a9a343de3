import { getTableColumns, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { type Statement, statement } from "#db/client.ts";
import { links } from "#db/schema/links.ts";
import { trips } from "#db/schema/trips.ts";
import { LIST_RESOURCES, type ListKind, type ListName } from "#lib/shared/resources/list-resources.ts";
import type { ListRow } from "#lib/shared/resources/list-schemas.ts";
import { isoInstant, jsonArray, jsonColumns, jsonObject, param } from "./projection.ts";

type ListTable = PgTable &
  Record<"id" | "tripId" | "position" | "deletedAt" | "createdBy" | "version", PgColumn>;

/** The table of each list resource. */
const TABLES: { readonly [K in ListKind]: ListTable } = { link: links };

/** A column of a list resource that holds one of its own fields. */
interface OwnColumn {
  field: string;
  column: PgColumn;
}

function ownColumns(kind: ListKind): OwnColumn[] {
  const columns: Record<string, PgColumn> = getTableColumns(TABLES[kind]);
  return LIST_RESOURCES[kind].fields.map((field) => {
    const column = columns[field];
    if (!column) throw new Error(`The table of ${kind} has no column for ${field}.`);
    return { field, column };
  });
}

/** The columns that a row has in answers, by field. */
function rowFields(kind: ListKind): Record<string, SQLWrapper> {
  const { id, position, deletedAt, version, createdAt, updatedAt } = getTableColumns(TABLES[kind]) as Record<
    string,
    PgColumn
  >;
  if (!id || !position || !deletedAt || !version || !createdAt || !updatedAt)
    throw new Error(`The table of ${kind} lacks a column that every list resource has.`);
  return {
    id,
    position,
    ...Object.fromEntries(ownColumns(kind).map(({ field, column }) => [field, column])),
    deletedAt: isoInstant(deletedAt),
    version,
    createdAt: isoInstant(createdAt),
    updatedAt: isoInstant(updatedAt),
  };
}

type Lists<Value> = { [Name in ListName]: Value };

/** One value for each list, by the list's name. */
function eachList<Value>(valueOf: (kind: ListKind, table: ListTable) => Value): Lists<Value> {
  const entries = Object.values(LIST_RESOURCES).map(({ kind, list }) => [list, valueOf(kind, TABLES[kind])]);
  // The cast is safe because there is one entry for each list.
  return Object.fromEntries(entries) as Lists<Value>;
}

/** The live rows of the trip of the enclosing query, in order. */
export const liveListRows = eachList((kind, table) =>
  jsonArray(sql`select ${jsonColumns(rowFields(kind))} from ${table}
    where ${table.tripId} = ${trips.id} and ${table.deletedAt} is null order by ${table.position}, ${table.id}`),
);

/** All rows of the trip of the enclosing query, also deleted ones. */
export const allListRows = eachList((kind, table) =>
  jsonArray(sql`select ${jsonColumns(rowFields(kind))} from ${table} where ${table.tripId} = ${trips.id}`),
);

/** The live rows as a trip file holds them, in order. */
export const listRowsForFile = eachList((kind, table) => {
  const fields = Object.fromEntries(ownColumns(kind).map(({ field, column }) => [field, column]));
  return jsonArray(sql`select ${jsonColumns({ id: table.id, ...fields })} from ${table}
    where ${table.tripId} = ${trips.id} and ${table.deletedAt} is null order by ${table.position}, ${table.id}`);
});

interface KnownTable {
  table: ListTable;
  /** The columns that a row has in answers, by field. */
  fields: Record<string, SQLWrapper>;
  /** The columns of the fields that clients send. */
  own: PgColumn[];
  title: PgColumn;
  /** The column that a search result shows beside the title. */
  detail: PgColumn;
}

/** The tables by kind, for queries over all kinds of rows. */
// The cast is safe because there is one entry for each kind.
export const LIST_TABLES = Object.fromEntries(
  Object.values(LIST_RESOURCES).map(({ kind, detail: detailField }): [ListKind, KnownTable] => {
    const own = ownColumns(kind);
    const [title, detail] = ["title", detailField].map(
      (name) => own.find(({ field }) => field === name)?.column,
    );
    if (!title || !detail) throw new Error(`The table of ${kind} lacks its title or detail.`);
    const columns = own.map(({ column }) => column);
    return [kind, { table: TABLES[kind], fields: rowFields(kind), own: columns, title, detail }];
  }),
) as Readonly<Record<ListKind, KnownTable>>;

interface InsertOf {
  tripId: string;
  /** A JSON array of rows with their positions. */
  rows: string;
  /** The user who creates them; null: the service. */
  by: string | null;
  at: Date;
}

export interface ListStatements<Row extends object = object> {
  /** A row, even a deleted one. */
  select: Statement<{ tripId: string; id: string }, { row: Row }>;
  /** The live rows of a trip, in order. */
  selectLive: Statement<{ tripId: string }, { row: Row }>;
  /** The number of live rows and the last position among them; always one row. */
  selectEnd: Statement<{ tripId: string }, { count: number; position: string | null }>;
  /** Inserts rows at once. */
  insert: Statement<InsertOf, never>;
  /** Writes every field that can change; `row` is the JSON of the whole row. */
  save: Statement<{ tripId: string; id: string; row: string; at: Date }, never>;
}

const tripId = param("tripId", "uuid");
const at = param("at", "timestamptz");

function statementsOf(kind: ListKind): ListStatements {
  const table = TABLES[kind];
  const { list } = LIST_RESOURCES[kind];
  const own = ownColumns(kind);
  const row = jsonObject(rowFields(kind));
  const live = sql`${table.tripId} = ${tripId} and ${table.deletedAt} is null`;
  const names = commas(own.map(({ column }) => sql.identifier(column.name)));
  const values = commas(own.map(({ field }) => sql`r.${sql.identifier(field)}`));
  const record = commas(own.map(({ field, column }) => typed(field, column)));
  const assigned = commas(
    own.map(({ field, column }) => sql`${sql.identifier(column.name)} = r.${sql.identifier(field)}`),
  );
  return {
    select: statement(
      `select_${kind}`,
      sql`select ${row} as row from ${table} where ${table.tripId} = ${tripId} and ${table.id} = ${param("id", "uuid")}`,
    ),
    selectLive: statement(
      `select_${list}`,
      sql`select ${row} as row from ${table} where ${live} order by ${table.position}, ${table.id}`,
    ),
    selectEnd: statement(
      `select_${kind}_end`,
      sql`select count(*)::int as count, max(${table.position}) as position from ${table} where ${live}`,
    ),
    insert: statement(
      `insert_${list}`,
      sql`insert into ${table} (id, trip_id, position, ${names}, created_by, created_at, updated_at)
        select r.id, ${tripId}, r.position, ${values}, ${param("by", "uuid")}, ${at}, ${at}
        from jsonb_to_recordset(${param("rows", "jsonb")}) as r(id uuid, position text, ${record})`,
    ),
    save: statement(
      `save_${kind}`,
      sql`update ${table} set position = r.position, ${assigned}, deleted_at = r."deletedAt",
          version = ${table.version} + 1, updated_at = ${at}
        from jsonb_to_record(${param("row", "jsonb")}) as r(position text, "deletedAt" timestamptz, ${record})
        where ${table.tripId} = ${tripId} and ${table.id} = ${param("id", "uuid")}`,
    ),
  };
}

function commas(parts: SQLWrapper[]): SQL {
  return sql.join(parts, sql`, `);
}

function typed(field: string, column: PgColumn): SQL {
  return sql`${sql.identifier(field)} ${sql.raw(column.getSQLType())}`;
}

const STATEMENTS = Object.fromEntries(
  Object.values(LIST_RESOURCES).map(({ kind }) => [kind, statementsOf(kind)]),
);

/** The statements of a list resource. */
export function listStatements<K extends ListKind>(kind: K): ListStatements<ListRow<K>> {
  // The cast is safe because the projection of a kind has the fields of its rows.
  return STATEMENTS[kind] as unknown as ListStatements<ListRow<K>>;
}
