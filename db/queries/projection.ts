import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { sessions } from "#db/schema/auth.ts";

type Fields<T extends object> = { [K in keyof Required<T>]: SQLWrapper };

/**
 * DTOs are built by PostgreSQL, from fields listed by hand, so that a new column never leaks and a big answer needs no
 * parsing. The type makes the list complete: a field of `T` that is missing here does not compile.
 */
export function jsonObject<T extends object>(fields: Fields<T>): SQL<T> {
  const entries = Object.entries<SQLWrapper>(fields);
  const parts = entries.flatMap(([name, value]) => [sql.raw(`'${name}'`), sql`${value}`]);
  return sql<T>`json_build_object(${sql.join(parts, sql`, `)})`;
}

/** ISO 8601 in UTC with milliseconds and `Z`, as the wire wants instants. */
export function isoInstant(column: SQLWrapper): SQL<string> {
  return sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** A placeholder of a compiled statement, with a name and a type. */
export function param(
  name: string,
  type: "uuid" | "text" | "int" | "jsonb" | "timestamptz" | "date" | "uuid[]" | "text[]" | "bool" | "bigint",
): SQL {
  return sql`${sql.placeholder(name)}::${sql.raw(type)}`;
}

/**
 * Turns a DTO's fields into columns, for many rows at once: {@link jsonArray} turns columns into JSON in half the time
 * of an object per row, since PostgreSQL then looks up names and types once.
 */
export function jsonColumns<T extends object>(fields: Fields<T>): SQL {
  const columns = Object.entries<SQLWrapper>(fields).map(
    ([name, value]) => sql`${value} as ${sql.identifier(name)}`,
  );
  return sql.join(columns, sql`, `);
}

/** The rows of a query, in its order, as one array of objects; `[]` when there are none. */
export function jsonArray(rows: SQL): SQL {
  return sql`coalesce((select json_agg(entry) from (${rows}) entry), '[]'::json)`;
}

/**
 * The reader's user id, as a parameter. READER_BY_SESSION is the same id, from the token of a session that is valid at
 * `now`.
 */
export const READER_BY_ID = param("userId", "uuid");
export const READER_BY_SESSION = sql`(select ${sessions.userId} from ${sessions}
  where ${sessions.token} = ${param("token", "text")} and ${sessions.expiresAt} > ${param("now", "timestamptz")})`;

/** An aggregate: the median of places' latitudes or longitudes, which one far place does not change. */
export function medianCoordinate(place: SQLWrapper, field: "lat" | "lng"): SQL {
  return sql`percentile_disc(0.5) within group (order by (${place}->>${sql.raw(`'${field}'`)})::float8)`;
}
