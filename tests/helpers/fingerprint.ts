import { freshDatabase } from "#lib/server/process/database.ts";

/**
 * Returns, for each table, the number of rows and a hash of where each row is stored and which transaction wrote it.
 * Every write changes it, even one that writes the value that was there before. It is far cheaper than reading the
 * rows' contents.
 */
export function fingerprint(): Promise<Record<string, string>> {
  return ofEachTable("concat(count(*), ' ', sum(hashtidextended(ctid, xmin::text::bigint)))");
}

/** Returns a hash of the rows' contents for each table, which is the same in a copy of the database. */
export function contentHash(): Promise<Record<string, string>> {
  return ofEachTable("concat(count(*), ' ', md5(string_agg(t::text, '|' order by t::text)))");
}

/**
 * Returns a value for each table.
 * @param aggregate - SQL over the rows of a table, which has the alias `t`
 */
async function ofEachTable(aggregate: string): Promise<Record<string, string>> {
  const { pool } = freshDatabase();
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  const each = tables.map(({ name }) => `select '${name}' as name, ${aggregate} as hash from "${name}" t`);
  const { rows } = await pool.query<{ name: string; hash: string }>(each.join(" union all "));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
