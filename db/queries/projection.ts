import { type SQL, sql, type SQLWrapper } from "drizzle-orm";

/**
 * DTOs are built by PostgreSQL, from fields listed by hand, so that a new column never leaks and a big answer needs no
 * parsing. The type makes the list complete: a field of `T` that is missing here does not compile.
 */
export function jsonObject<T extends object>(fields: { [K in keyof Required<T>]: SQLWrapper }): SQL<T> {
  const entries = Object.entries<SQLWrapper>(fields);
  const parts = entries.flatMap(([name, value]) => [sql.raw(`'${name}'`), sql`${value}`]);
  return sql<T>`json_build_object(${sql.join(parts, sql`, `)})`;
}

/** ISO 8601 in UTC with milliseconds and `Z`, as the wire wants instants. */
export function iso(column: SQLWrapper): SQL<string> {
  return sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A typed, named hole of a compiled statement. */
export function param(
  name: string,
  type: "uuid" | "text" | "int" | "jsonb" | "timestamptz" | "date" | "uuid[]" | "text[]" | "bool",
): SQL {
  return sql`${sql.placeholder(name)}::${sql.raw(type)}`;
}

/** An array of JSON values, `[]` when there are none. */
export function jsonArray(rows: SQL): SQL {
  return sql`coalesce((${rows}), '[]'::json)`;
}
